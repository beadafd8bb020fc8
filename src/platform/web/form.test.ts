import { describe, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { fieldErrors } from './form.ts'

const refused = (...messages: string[]) =>
  new ApiError({ status: 400, message: messages[0] ?? '', errors: messages.map(message => ({ message })) })

describe('what the server says of fields', () => {
  it('is found by the name of the field', () => {
    const error = refused('body.email: must be an e-mail address', 'body.userName: must not be empty')
    expect(fieldErrors(error)).toEqual({ email: 'must be an e-mail address', userName: 'must not be empty' })
  })

  it('belongs to the field that holds the wrong part', () => {
    expect(fieldErrors(refused('body.operations.0.targetType: too long'))).toEqual({ operations: 'too long' })
  })

  it('is nothing where the request as a whole is refused', () => {
    expect(fieldErrors(refused('You cannot disable your own account'))).toEqual({})
    expect(fieldErrors(new Error('body.email: wrong'))).toEqual({})
  })
})
