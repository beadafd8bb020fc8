import { afterEach, describe, expect, it } from 'vitest'
import { apiErrorFrom } from './api-error.ts'
import { fieldErrors } from './form.ts'
import { inReadersWords, learnRefusals } from './refusals.ts'

describe('what the server refuses', () => {
  afterEach(() => learnRefusals({}))

  it('is said in the language of the reader, with the values that the server named and without the field', () => {
    learnRefusals({ 'A space already exists with key {{key}}': 'Den Schlüssel {{key}} hat schon ein Bereich', 'Why? (yes)': 'Warum?' })
    expect(inReadersWords('A space already exists with key A.B')).toBe('Den Schlüssel A.B hat schon ein Bereich')
    expect(inReadersWords('key: A space already exists with key X')).toBe('Den Schlüssel X hat schon ein Bereich')
    expect(inReadersWords('Why? (yes)')).toBe('Warum?')
    for (const other of ['Why', 'a space already exists with key X', 'Could not parse cql at character 3: no such field', 'Invalid space key: A B', '']) expect(inReadersWords(other)).toBe(other)
  })

  it('does not begin with the name of a field where there is no text for it', () => {
    expect(inReadersWords('label: at most 255 characters')).toBe('At most 255 characters')
    expect(inReadersWords('body.0.email: must be an e-mail address')).toBe('Must be an e-mail address')
  })

  it.each([
    'body.operation: Invalid option: expected one of "read"|"update"', 'body.title: Too big: expected string to have <=255 characters', 'query: Unrecognized key: "x"',
    'ancestors: there is no comment with id 5 on this page', 'No content found with id: ContentId{id=7}', 'body: {"a":1} is no body',
  ])('is nothing for people where it speaks of what only programs know: %s', said => {
    expect(inReadersWords(said)).toBeUndefined()
  })

  it('keeps what the server said for the app, and names the field in the form', () => {
    learnRefusals({ 'A space already exists with key {{key}}': 'Den Schlüssel {{key}} hat schon ein Bereich' })
    const said = 'A space already exists with key X'
    const error = apiErrorFrom(400, JSON.stringify({ statusCode: 400, message: said, data: { errors: [{ message: { translation: `key: ${said}` } }] } }))
    expect([error.message, error.said]).toEqual(['Den Schlüssel X hat schon ein Bereich', said])
    expect(fieldErrors(error)).toEqual({ key: 'Den Schlüssel X hat schon ein Bereich' })
  })
})
