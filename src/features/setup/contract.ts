import { z } from 'zod'
import { displayNameSchema, emailSchema, passwordSchema, usernameSchema } from '#features/accounts/contract.ts'
import { endpoint } from '#platform/contract.ts'

const tag = 'setup'

const text = z.string().max(10_000).default('')

export const setupPage = endpoint({
  method: 'GET', path: '/setup', summary: 'The set-up screen of a new wiki', tag, query: z.object({ code: text }),
})

/** Checked by {@link administratorSchema} afterwards, so that what is wrong shows in the form. */
export const submitSetup = endpoint({
  method: 'POST', path: '/setup', summary: 'Creates the administrator of a new wiki, once', tag, encoding: 'form',
  // There is no session yet; the form proves itself by a token that is in a cookie as well.
  allowWithoutToken: true,
  body: z.object({
    token: text, code: text, username: text, displayName: text, email: text, password: text, demonstration: z.string().max(10).optional(),
  }),
})

export const administratorSchema = z.object({
  username: usernameSchema, displayName: displayNameSchema, email: emailSchema, password: passwordSchema,
})
