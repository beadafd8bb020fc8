import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { contentId, expandQuery, pagingQuery } from '#platform/wire.ts'
import { person } from '#features/content/contract.ts'

const TAG = 'restrictions'
const idParams = z.object({ id: contentId })
const operation = z.enum(['read', 'update'])
const operationParams = z.object({ id: contentId, operation })

const user = z
  .object({ username: z.string().optional(), userKey: z.string().optional(), accountId: z.string().optional() })
  .loose()
const group = z.object({ name: z.string() }).loose()
/** Array, or a fetched collection. */
const listOf = <T extends z.ZodType>(item: T) =>
  z.union([
    z.array(item),
    z
      .object({ results: z.array(item) })
      .loose()
      .transform(value => value.results),
  ])
const restrictionInput = z
  .object({
    operation,
    restrictions: z.object({ user: listOf(user).optional(), group: listOf(group).optional() }).loose(),
  })
  .loose()
export type RestrictionInput = z.output<typeof restrictionInput>

/** Array, object, or collection. */
const restrictionsBody = z.union([
  z.array(restrictionInput),
  z
    .object({ results: z.array(restrictionInput) })
    .loose()
    .transform(value => value.results),
  restrictionInput.transform(value => [value]),
])

export const listRestrictions = endpoint({
  method: 'GET',
  path: '/rest/api/content/:id/restriction',
  tag: TAG,
  summary: 'Restrictions on viewing and editing',
  params: idParams,
  query: z.object({ expand: expandQuery, ...pagingQuery(100) }),
})
export const replaceRestrictions = endpoint({
  method: 'PUT',
  path: '/rest/api/content/:id/restriction',
  tag: TAG,
  summary: 'Replace the restrictions of the operations named',
  params: idParams,
  body: restrictionsBody,
})
export const addRestrictions = endpoint({
  method: 'POST',
  path: '/rest/api/content/:id/restriction',
  tag: TAG,
  summary: 'Let further users and groups in',
  params: idParams,
  body: restrictionsBody,
})
export const removeRestrictions = endpoint({
  method: 'DELETE',
  path: '/rest/api/content/:id/restriction',
  tag: TAG,
  summary: 'Lift all restrictions',
  params: idParams,
})
export const restrictionsByOperation = endpoint({
  method: 'GET',
  path: '/rest/api/content/:id/restriction/byOperation',
  tag: TAG,
  summary: 'Restrictions by operation',
  params: idParams,
  query: z.object({ expand: expandQuery }),
})
export const restrictionOfOperation = endpoint({
  method: 'GET',
  path: '/rest/api/content/:id/restriction/byOperation/:operation',
  tag: TAG,
  summary: 'Restrictions of one operation',
  params: operationParams,
  query: z.object({ expand: expandQuery, ...pagingQuery(200) }),
})
export const relevantViewRestrictions = endpoint({
  method: 'GET',
  path: '/rest/api/content/:id/restriction/relevantViewRestrictions',
  tag: TAG,
  summary: 'View restrictions of the content and of the pages above',
  params: idParams,
  query: z.object({ expand: expandQuery, ...pagingQuery(100) }),
})

const userQuery = z
  .object({ userName: z.string().optional(), username: z.string().optional(), key: z.string().optional() })
  .loose()
const userPath = '/rest/api/content/:id/restriction/byOperation/:operation/user'
export const hasUser = endpoint({
  method: 'GET',
  path: userPath,
  tag: TAG,
  summary: 'Whether a user is let in',
  params: operationParams,
  query: userQuery,
})
export const addUser = endpoint({
  method: 'PUT',
  path: userPath,
  tag: TAG,
  summary: 'Let a user in',
  params: operationParams,
  query: userQuery,
})
export const removeUser = endpoint({
  method: 'DELETE',
  path: userPath,
  tag: TAG,
  summary: 'Let a user in no longer',
  params: operationParams,
  query: userQuery,
})

const groupPath = '/rest/api/content/:id/restriction/byOperation/:operation/group/:group'
const groupParams = z.object({ id: contentId, operation, group: z.string() })
export const hasGroup = endpoint({
  method: 'GET',
  path: groupPath,
  tag: TAG,
  summary: 'Whether a group is let in',
  params: groupParams,
})
export const addGroup = endpoint({
  method: 'PUT',
  path: groupPath,
  tag: TAG,
  summary: 'Let a group in',
  params: groupParams,
})
export const removeGroup = endpoint({
  method: 'DELETE',
  path: groupPath,
  tag: TAG,
  summary: 'Let a group in no longer',
  params: groupParams,
})

const subjects = z.object({ users: z.array(person), groups: z.array(z.string()) })
/** For the restrictions dialog. */
export const restrictionsView = z.object({
  read: subjects,
  update: subjects,
  /** Restricted ancestors, nearest last. Invisible ones have no title. */
  inherited: z.array(z.object({ id: z.string(), title: z.string(), url: z.string(), read: subjects })),
  mayChange: z.boolean(),
})
export type RestrictionsView = z.output<typeof restrictionsView>
export const getRestrictionsView = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/content/:id/restrictions',
  tag: 'screens',
  summary: 'What the restrictions dialog shows',
  params: idParams,
  response: restrictionsView,
})
