import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { expandQuery, looseBoolean, pageSchema, pagingQuery } from '#platform/wire.ts'
import { displayNameSchema, emailSchema, passwordSchema, usernameSchema } from './fields.ts'
import { groupSchema, nameParameter, personSchema, taskSchema } from './shapes.ts'

const tag = 'users'
const expand = expandQuery
const username = nameParameter
const ref = { username: username.optional(), key: z.string().min(1).max(64).optional() }

export const getUser = endpoint({
  method: 'GET',
  path: '/rest/api/user',
  summary: 'A user by `username` or `key`',
  tag,
  query: z.object({ ...ref, expand }),
  response: personSchema,
})
export const getCurrentUser = endpoint({
  method: 'GET',
  path: '/rest/api/user/current',
  summary: 'Who asks',
  tag,
  query: z.object({ expand }),
  response: personSchema,
})
export const getAnonymousUser = endpoint({
  method: 'GET',
  path: '/rest/api/user/anonymous',
  summary: 'How anonymous visitors are shown',
  tag,
  query: z.object({ expand }),
  response: personSchema,
})
export const listUsers = endpoint({
  method: 'GET',
  path: '/rest/api/user/list',
  summary: 'Active users by user name',
  tag,
  query: z.object({ ...pagingQuery(200), expand }),
  response: pageSchema(personSchema),
})
export const listActiveUsers = endpoint({
  method: 'GET',
  path: '/rest/api/admin/users/list/active',
  summary: 'Active users by user name',
  tag,
  query: z.object({ ...pagingQuery(200), expand }),
  response: pageSchema(personSchema),
})
export const listMemberships = endpoint({
  method: 'GET',
  path: '/rest/api/user/memberof',
  summary: 'The groups of a user',
  tag,
  query: z.object({ ...ref, ...pagingQuery(200), expand }),
  response: pageSchema(groupSchema),
})

const details = z.object({ fullName: displayNameSchema.optional(), email: emailSchema.optional() })

export const updateCurrentUser = endpoint({
  method: 'PUT',
  path: '/rest/api/user/current',
  summary: 'Changes the own name or e-mail address',
  tag,
  status: 204,
  body: details.extend({ password: z.string().max(10_000).optional() }),
})

export const createUser = endpoint({
  method: 'POST',
  path: '/rest/api/admin/user',
  summary: 'Creates a user',
  tag,
  status: 201,
  body: z.object({
    userName: usernameSchema,
    fullName: displayNameSchema,
    email: emailSchema.default(''),
    password: passwordSchema.optional(),
    notifyViaEmail: looseBoolean.default(false),
  }),
  response: z.object({ userKey: z.string() }),
})
const one = { params: z.object({ username }) }
export const updateUser = endpoint({
  method: 'PUT',
  path: '/rest/api/admin/user/:username',
  summary: 'Changes the name or e-mail address of a user',
  tag,
  status: 204,
  ...one,
  body: details,
})
export const disableUser = endpoint({
  method: 'PUT',
  path: '/rest/api/admin/user/:username/disable',
  summary: 'Disables a user; the sessions end at once',
  tag,
  status: 204,
  ...one,
})
export const enableUser = endpoint({
  method: 'PUT',
  path: '/rest/api/admin/user/:username/enable',
  summary: 'Enables a user',
  tag,
  status: 204,
  ...one,
})
export const setUserPassword = endpoint({
  method: 'POST',
  path: '/rest/api/admin/user/:username/password',
  summary: 'Sets the password of a user',
  tag,
  status: 204,
  ...one,
  body: z.object({ password: passwordSchema }),
})
export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/rest/api/admin/user/:username',
  summary: 'Deletes a user; what they wrote stays',
  tag,
  status: 202,
  ...one,
  response: taskSchema,
})

/**
 * A user in the administrator's list and in pickers. `email`, `active` and the times are shown to administrators alone.
 */
export const directoryEntrySchema = z.object({
  userKey: z.string(),
  username: z.string(),
  displayName: z.string(),
  avatarUrl: z.string(),
  email: z.string().optional(),
  active: z.boolean().optional(),
  createdAt: z.string().optional(),
  lastLoginAt: z.string().nullable().optional(),
})
export type DirectoryEntry = z.output<typeof directoryEntrySchema>

export const searchUsers = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/users',
  tag,
  summary: 'Users whose user name, words of the name or, for administrators, e-mail address begin so',
  query: z.object({
    query: z.string().max(200).default(''),
    /** Administrators alone see disabled users. */
    includeInactive: looseBoolean.default(false),
    /** Members of this group alone; 404 where there is none of the name. */
    group: z.string().min(1).max(255).optional(),
    ...pagingQuery(20),
  }),
  response: pageSchema(directoryEntrySchema),
})
