import { describe, expect, it } from 'vitest'
import { apiErrorFrom } from './api-error.ts'
import { fieldErrors } from './form.ts'

const refused = (...messages: string[]) =>
  apiErrorFrom(400, JSON.stringify({ message: messages[0], data: { errors: messages.map(translation => ({ message: { translation } })) } }))

describe('what the server says of fields', () => {
  it('is found by the name of the field', () => {
    const error = refused('body.email: must be an e-mail address', 'body.userName: must not be empty')
    expect(fieldErrors(error)).toEqual({ email: 'Must be an e-mail address', userName: 'Must not be empty' })
  })

  it('belongs to the field that holds the wrong part', () => {
    expect(fieldErrors(refused('body.operations.0.targetType: too long'))).toEqual({ operations: 'Too long' })
  })

  it('is found where the message alone names the field', () => {
    expect(fieldErrors(apiErrorFrom(400, '{"message":"name: a space name is required"}'))).toEqual({ name: 'A space name is required' })
  })

  it('is nothing where the request as a whole is refused', () => {
    expect(fieldErrors(refused('You cannot disable your own account'))).toEqual({})
    expect(fieldErrors(new Error('body.email: wrong'))).toEqual({})
  })
})
