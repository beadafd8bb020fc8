import { describe, expect, it } from 'vitest'
import { apiErrorFrom } from './api-error.ts'

const body = (data: object, message: unknown = 'No content found with id : ContentId{id=7}') =>
  JSON.stringify({ statusCode: 404, data, message, reason: 'Not Found' })

describe('apiErrorFrom', () => {
  it('reads the error shape of the REST interface', () => {
    const error = apiErrorFrom(404, body({ authorized: false, valid: true, errors: [], successful: false }))
    expect(error).toMatchObject({
      name: 'ApiError',
      status: 404,
      reason: 'Not Found',
      authorized: false,
      message: 'This was not found. It may have been moved or deleted, or you may not see it.',
      said: 'No content found with id : ContentId{id=7}',
      errors: [],
    })
  })

  it('reads errors of fields in all the shapes that occur', () => {
    const { errors } = apiErrorFrom(
      400,
      body({
        errors: [
          'plain',
          { field: 'title', message: 'A page with this title already exists' },
          { message: { key: 'too.long', args: [], translation: 'Too long' } },
          { message: { key: 'only.key' } },
          { nothing: true },
          7,
        ],
      }),
    )
    expect(errors).toEqual([
      { message: 'plain' },
      { field: 'title', message: 'A page with this title already exists' },
      { message: 'Too long' },
      { message: 'only.key' },
    ])
  })

  it('says what a schema says in words for people', () => {
    const said = (translation: string) => apiErrorFrom(400, body({ errors: [{ message: { translation } }] }, translation))
    const tooLong = said('body.title: Too big: expected string to have <=255 characters')
    expect([tooLong.message, tooLong.errors]).toEqual(['At most {{most}} characters', [{ field: 'title', message: 'At most {{most}} characters' }]])
    expect(said('body.name: Too small: expected string to have >=1 characters').message).toBe('This must not be empty')
    expect(said('body.type: Invalid option: expected one of "a"|"b"').message).toBe('The request was refused ({{status}}).')
  })

  it('takes the first error as the message where there is none', () => {
    expect(apiErrorFrom(400, body({ errors: [{ message: 'Too long' }] }, '')).message).toBe('Too long')
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
    expect(apiErrorFrom(403, '', new Headers({ 'X-Oxbow-Elevation': 'required' })).asksPassword).toBe(true)
    expect(apiErrorFrom(403, '', new Headers()).asksPassword).toBe(false)
  })

  it('reads how long to wait', () => {
    expect(apiErrorFrom(429, '', new Headers({ 'Retry-After': '12' })).retryAfter).toBe(12)
    const later = new Date(Date.now() + 60_000).toUTCString()
    expect(apiErrorFrom(503, '', new Headers({ 'Retry-After': later })).retryAfter).toBeGreaterThan(50)
    expect(apiErrorFrom(503, '', new Headers({ 'Retry-After': 'soon' })).retryAfter).toBeUndefined()
  })
})
