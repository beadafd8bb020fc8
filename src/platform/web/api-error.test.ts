import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sentenceOf, wireError, type ErrorText } from '../error-text.ts'
import { apiErrorFrom } from './api-error.ts'
import { fieldErrors } from './form.ts'
import { startI18n } from './i18n.ts'

const body = (data: object, message: unknown = 'No content found with id : ContentId{id=7}') =>
  JSON.stringify({ statusCode: 404, data, message, reason: 'Not Found' })

describe('an error of the server', () => {
  beforeAll(() =>
    startI18n('de', {
      'de.json': async () => ({
        'Line {{line}}: {{problem}}': 'Zeile {{line}}: {{problem}}',
        '{{problem}} Expected: {{expected}}.': '{{problem}} Möglich: {{expected}}.',
        'it ends here': 'hier ist Schluss',
        'A space already exists with key {{key}}': 'Den Schlüssel {{key}} hat schon ein Bereich',
        'at most {{most}} characters': 'höchstens {{most}} Zeichen',
      }),
    }),
  )
  afterAll(() => startI18n('en'))
  const ENDS = { key: 'it ends here', values: {} }
  const refused = (...texts: ErrorText[]) =>
    apiErrorFrom(400, body({ errors: texts.map(wireError) }, sentenceOf(texts[0]!)))

  it('reads the error shape of the REST interface', () => {
    const noContent: ErrorText = {
      key: 'No content found with id : ContentId{id={{id}}}',
      values: { id: 7 },
      forPrograms: true,
    }
    const error = apiErrorFrom(
      404,
      body({ authorized: false, valid: true, errors: [wireError(noContent)], successful: false }),
    )
    expect(error).toMatchObject({
      name: 'ApiError',
      status: 404,
      reason: 'Not Found',
      authorized: false,
      key: undefined,
      message:
        'Dies wurde nicht gefunden. Es wurde vielleicht verschoben oder gelöscht, oder Sie dürfen es nicht sehen.',
    })
  })

  it('says an error in the language of the reader, with its values', () => {
    const error = refused({ key: 'A space already exists with key {{key}}', values: { key: 'A.B {{key}} $t(x)' } })
    expect(error.message).toBe('Den Schlüssel A.B {{key}} $t(x) hat schon ein Bereich')
    expect(error).toMatchObject({
      key: 'A space already exists with key {{key}}',
      values: { key: 'A.B {{key}} $t(x)' },
      field: undefined,
    })
    expect(refused({ key: 'Nobody has put this into German' }).message).toBe('Nobody has put this into German')
  })

  it('says texts within an error in the language of the reader, too', () => {
    const error = refused({
      key: 'Line {{line}}: {{problem}}',
      values: {
        line: 2,
        problem: { key: '{{problem}} Expected: {{expected}}.', values: { problem: ENDS, expected: [')', ENDS] } },
      },
    })
    expect(error.message).toBe('Zeile 2: hier ist Schluss Möglich: ), hier ist Schluss.')
    expect(error.values).toEqual({
      line: 2,
      problem: { key: '{{problem}} Expected: {{expected}}.', values: { problem: ENDS, expected: [')', ENDS] } },
    })
  })

  it('names the field of the form, and says of each what is wrong', () => {
    const error = refused(
      { key: 'at most {{most}} characters', values: { most: 255 }, field: 'body.title' },
      { key: 'is no key', field: 'key' },
      { key: 'too long', field: 'body.description.plain.value' },
      { key: 'no list', field: 'body' },
    )
    expect([error.message, error.field]).toEqual(['Höchstens 255 Zeichen', 'title'])
    expect(fieldErrors(error)).toEqual({
      title: 'Höchstens 255 Zeichen',
      key: 'Is no key',
      description: 'Too long',
      body: 'No list',
    })
  })

  it('says what is for programs by its status alone', () => {
    expect(refused({ key: 'must be what nextCursor was', field: 'cursor', forPrograms: true })).toMatchObject({
      message: 'Die Anfrage wurde abgelehnt (400).',
      key: undefined,
      field: 'cursor',
    })
  })

  it('shows the message of an answer that names no errors', () => {
    expect(apiErrorFrom(502, JSON.stringify({ message: 'No room' })).message).toBe('No room')
  })
})

describe('apiErrorFrom', () => {
  it('says of a 413 that is not of the wiki that a proxy has refused the size', () => {
    for (const text of ['<html><h1>413 Request Entity Too Large</h1><hr>nginx</html>', ''])
      expect(apiErrorFrom(413, text).message).toMatch(/^A proxy in front of the wiki does not accept/)
    expect(apiErrorFrom(413, body({ errors: [{ message: { args: [], translation: 'x' } }] })).message).toBe(
      'This is too large for the server.',
    )
  })

  it.each(['', '<html>Bad gateway</html>', 'null', '[]', '"text"', '{"data":7,"message":9}'])(
    'has a plain message for an answer of another shape: %s',
    text => {
      const error = apiErrorFrom(502, text)
      expect(error.status).toBe(502)
      expect(error.message).toBe('The server could not do this. Try again in a moment.')
      expect(error.errors).toEqual([])
    },
  )

  it('knows from the status alone that the caller is not allowed', () => {
    expect(apiErrorFrom(401, '').authorized).toBe(false)
    expect(apiErrorFrom(403, '').authorized).toBe(false)
    expect(apiErrorFrom(409, '').authorized).toBe(true)
  })

  it('tells a refusal that a confirmed password would lift from others', () => {
    expect(apiErrorFrom(403, '', new Headers({ 'X-Oxbow-Elevation': 'required' })).needsPassword).toBe(true)
    expect(apiErrorFrom(403, '', new Headers()).needsPassword).toBe(false)
  })

  it('reads how long to wait', () => {
    expect(apiErrorFrom(429, '', new Headers({ 'Retry-After': '12' })).retryAfter).toBe(12)
    const later = new Date(Date.now() + 60_000).toUTCString()
    expect(apiErrorFrom(503, '', new Headers({ 'Retry-After': later })).retryAfter).toBeGreaterThan(50)
    expect(apiErrorFrom(503, '', new Headers({ 'Retry-After': 'soon' })).retryAfter).toBeUndefined()
  })
})
