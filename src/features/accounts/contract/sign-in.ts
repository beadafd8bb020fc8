import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { pageSchema, pagingQuery } from '#platform/wire.ts'
import { givenPassword, passwordSchema } from './fields.ts'
import { userKeySchema } from './shapes.ts'

const tag = 'accounts'
/** Destination after signing in; checked to be an address of ours. */
const destination = z.string().max(4000).catch('').default('')
const name = z.string().max(300)

export const loginPage = endpoint({
  method: 'GET',
  path: '/login.action',
  summary: 'The sign-in page',
  tag,
  query: z.object({ os_destination: destination, permissionViolation: z.string().max(20).optional() }),
})

/** The old product's form; with `os_cookie=true` the session lasts 30 days. */
export const submitLogin = endpoint({
  allowedInReadOnlyMode: true,
  method: 'POST',
  path: '/dologin.action',
  summary: 'Signs in by form',
  tag,
  encoding: 'form',
  allowWithoutToken: true,
  body: z.object({
    os_username: name.default(''),
    os_password: z.string().max(10_000).default(''),
    os_cookie: z.string().max(10).optional(),
    os_destination: destination,
  }),
})

export const authenticate = endpoint({
  allowedInReadOnlyMode: true,
  method: 'POST',
  path: '/rest/tsv/1.0/authenticate',
  summary: 'Signs in by JSON',
  tag,
  allowWithoutToken: true,
  body: z.object({
    username: name,
    password: z.string().max(10_000),
    rememberMe: z.union([z.boolean(), z.string().max(10)]).default(false),
    targetUrl: destination,
  }),
  response: z.object({ success: z.literal(true), targetUrl: z.string() }),
})

export const logoutPage = endpoint({
  method: 'GET',
  path: '/logout.action',
  summary: 'Signs out and shows the sign-in page',
  tag,
})
export const submitLogout = endpoint({
  allowedInReadOnlyMode: true,
  method: 'POST',
  path: '/logout.action',
  summary: 'Signs out',
  tag,
  encoding: 'form',
  body: z.object({}),
})

export const elevationPage = endpoint({
  method: 'GET',
  path: '/authenticate.action',
  summary: 'Asks for the password before administration',
  tag,
  query: z.object({ destination }),
})
export const submitElevation = endpoint({
  allowedInReadOnlyMode: true,
  method: 'POST',
  path: '/doauthenticate.action',
  summary: 'Confirms the password for administration',
  tag,
  encoding: 'form',
  body: z.object({ password: z.string().max(10_000).default(''), destination }),
})

export const forgotPasswordPage = endpoint({
  method: 'GET',
  path: '/forgotuserpassword.action',
  summary: 'Asks for the user name or e-mail address to send a reset link to',
  tag,
})
export const submitForgotPassword = endpoint({
  method: 'POST',
  path: '/forgotuserpassword.action',
  summary: 'Sends a link for a new password',
  tag,
  encoding: 'form',
  allowWithoutToken: true,
  body: z.object({ usernameOrEmail: name.default('') }),
})
const resetToken = z.string().max(200).default('')
export const resetPasswordPage = endpoint({
  method: 'GET',
  path: '/resetuserpassword.action',
  summary: 'The form behind a reset link',
  tag,
  query: z.object({ token: resetToken }),
})
export const submitResetPassword = endpoint({
  method: 'POST',
  path: '/resetuserpassword.action',
  summary: 'Sets a new password by a reset link',
  tag,
  encoding: 'form',
  allowWithoutToken: true,
  body: z.object({
    token: resetToken,
    newPassword: z.string().max(10_000).default(''),
    newPasswordConfirmation: z.string().max(10_000).default(''),
  }),
})
export const createResetLink = endpoint({
  method: 'POST',
  path: '/rest/oxbow/1.0/users/:userKey/reset-link',
  tag,
  status: 201,
  summary: 'Makes a link by which a user sets a new password, for administrators to pass on',
  params: z.object({ userKey: userKeySchema }),
  response: z.object({ url: z.string(), expiresAt: z.string() }),
})

/** The PUT of the REST interface names the fields so. */
export const changePassword = endpoint({
  method: 'POST',
  path: '/rest/api/user/current/password',
  summary: 'Changes the own password; all other sessions end',
  tag,
  status: 204,
  body: z.object({ oldPassword: givenPassword, newPassword: passwordSchema }),
})

export const sessionSchema = z.object({
  id: z.string(),
  current: z.boolean(),
  remembered: z.boolean(),
  userAgent: z.string(),
  address: z.string(),
  createdAt: z.string(),
  seenAt: z.string(),
  expiresAt: z.string(),
})
export type SessionView = z.output<typeof sessionSchema>

export const listSessions = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/sessions',
  summary: 'Where the user is signed in, last seen first',
  tag,
  query: z.object(pagingQuery(25)),
  response: pageSchema(sessionSchema),
})
export const revokeSession = endpoint({
  allowedInReadOnlyMode: true,
  method: 'DELETE',
  path: '/rest/oxbow/1.0/sessions/:sessionId',
  summary: 'Ends one of the own sessions',
  tag,
  status: 204,
  params: z.object({ sessionId: z.string().regex(/^[0-9a-f]{64}$/, 'must be a session id') }),
})
export const revokeOtherSessions = endpoint({
  allowedInReadOnlyMode: true,
  method: 'DELETE',
  path: '/rest/oxbow/1.0/sessions',
  summary: 'Ends all own sessions but this one',
  tag,
  status: 204,
})
