import { describe, expect, it } from 'vitest'
import { wireError, type ErrorText } from '../error-text.ts'
import { apiErrorFrom } from './api-error.ts'
import { fieldErrors } from './form.ts'

const refused = (...texts: ErrorText[]) => apiErrorFrom(400, JSON.stringify({ data: { errors: texts.map(wireError) } }))

describe('what the server says of fields', () => {
  it('is found by the name of the field', () => {
    const error = refused(
      { key: 'must be an e-mail address', field: 'body.email' },
      { key: 'must not be empty', field: 'body.userName' },
    )
    expect(fieldErrors(error)).toEqual({ email: 'Must be an e-mail address', userName: 'Must not be empty' })
  })

  it('belongs to the field that holds the wrong part', () => {
    expect(fieldErrors(refused({ key: 'too long', field: 'body.operations.0.targetType' }))).toEqual({
      operations: 'Too long',
    })
  })

  it('is nothing where the request as a whole is refused', () => {
    expect(fieldErrors(refused({ key: 'You cannot disable your own account' }))).toEqual({})
    expect(fieldErrors(new Error('body.email: wrong'))).toEqual({})
  })
})
