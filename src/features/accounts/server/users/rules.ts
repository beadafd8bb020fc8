import { z } from 'zod'
import { parsed } from '#platform/server/http/errors.ts'
import { displayNameSchema, emailSchema, passwordSchema, usernameSchema } from '../../contract/fields.ts'

/** The values of a new account. */
export interface NewAccount {
  username: string
  displayName: string
  /** May be empty. */
  email: string
  /** Left out for an account that cannot sign in with a password yet. */
  password?: string | undefined
}

const newAccount = z.object({
  username: usernameSchema,
  displayName: displayNameSchema,
  email: emailSchema,
  password: passwordSchema.optional(),
})

/** @throws HttpError 400 that names each field that is not allowed */
export function checkNewAccount(given: NewAccount): NewAccount {
  return checked(newAccount, given)
}

/** Parses with a schema. @throws HttpError 400 that names each field that is not allowed */
export function checked<T>(schema: z.ZodType<T>, given: unknown): T {
  return parsed(schema, 'body', given)
}
