import { afterEach, describe, expect, it } from 'vitest'
import { apiErrorFrom } from './api-error.ts'
import { fieldErrors } from './form.ts'
import { inReadersWords, learnRefusals } from './refusals.ts'

describe('what the server refuses', () => {
  afterEach(() => learnRefusals({}))

  it('is said in the language of the reader, with the values and the field that the server named', () => {
    learnRefusals({ 'A space already exists with key {{key}}': 'Den Schlüssel {{key}} hat schon ein Bereich', 'Why? (yes)': 'Warum?' })
    expect(inReadersWords('A space already exists with key A.B')).toBe('Den Schlüssel A.B hat schon ein Bereich')
    expect(inReadersWords('key: A space already exists with key X')).toBe('key: Den Schlüssel X hat schon ein Bereich')
    expect(inReadersWords('Why? (yes)')).toBe('Warum?')
    for (const other of ['Why', 'a space already exists with key X', 'limit: must be a number', '']) expect(inReadersWords(other)).toBe(other)
  })

  it('keeps what the server said for the app, and names the field in the form', () => {
    learnRefusals({ 'A space already exists with key {{key}}': 'Den Schlüssel {{key}} hat schon ein Bereich' })
    const said = 'A space already exists with key X'
    const error = apiErrorFrom(400, JSON.stringify({ statusCode: 400, message: said, data: { errors: [{ message: { translation: `key: ${said}` } }] } }))
    expect([error.message, error.said]).toEqual(['Den Schlüssel X hat schon ein Bereich', said])
    expect(fieldErrors(error)).toEqual({ key: 'Den Schlüssel X hat schon ein Bereich' })
  })
})
