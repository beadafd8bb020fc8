import { z } from 'zod'
import { displayNameSchema, emailSchema, passwordSchema, usernameSchema } from '#features/accounts/contract.ts'
import { endpoint } from '#platform/contract.ts'

const tag = 'setup'

const text = z.string().max(10_000).default('')

export const setupPage = endpoint({
  method: 'GET',
  path: '/setup',
  summary: 'The set-up screen of a new wiki',
  tag,
  query: z.object({ code: text }),
})

/** Validated by {@link administratorSchema} so that errors show in the form. */
export const submitSetup = endpoint({
  method: 'POST',
  path: '/setup',
  summary: 'Creates the administrator of a new wiki, once',
  tag,
  encoding: 'form',
  // No session yet; a token in the form and a cookie protect it.
  allowWithoutToken: true,
  body: z.object({
    token: text,
    code: text,
    username: text,
    displayName: text,
    email: text,
    password: text,
    demonstration: z.string().max(10).optional(),
  }),
})

export const administratorSchema = z.object({
  username: usernameSchema,
  displayName: displayNameSchema,
  email: emailSchema,
  password: passwordSchema,
})
