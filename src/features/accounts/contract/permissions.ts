import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { groupSchema, nameParameter, personSchema } from './shapes.ts'

const tag = 'permissions'

/** An operation and its target: `{operationKey: 'use', targetType: 'application'}`. */
export const operationSchema = z.object({ targetType: z.string().max(50), operationKey: z.string().max(50) })
const operations = z.array(operationSchema).max(50)

export const globalPermissionSchema = z.object({
  operation: operationSchema,
  subject: z.union([personSchema, groupSchema, z.object({ type: z.literal('unlicensed'), displayName: z.string() })]),
})
const list = z.array(globalPermissionSchema)

export const getGlobalPermissions = endpoint({
  method: 'GET',
  path: '/rest/api/permissions',
  summary: 'All site-wide grants',
  tag,
  response: list,
})
/** Replaces the grants of each user and group that is named, and of no other. */
export const setGlobalPermissions = endpoint({
  method: 'PUT',
  path: '/rest/api/permissions',
  summary: 'Sets the site-wide grants of several users and groups',
  tag,
  status: 204,
  body: z
    .array(z.object({ userKey: z.string().max(64).optional(), groupName: nameParameter.optional(), operations }))
    .max(40, 'at most 40 users and groups at a time'),
})

const anonymous = '/rest/api/permissions/anonymous'
export const getAnonymousPermissions = endpoint({
  method: 'GET',
  path: anonymous,
  summary: 'Site-wide grants of anonymous visitors',
  tag,
  response: list,
})
export const grantAnonymous = endpoint({
  method: 'PUT',
  path: `${anonymous}/grant`,
  summary: 'Grants to anonymous visitors',
  tag,
  status: 204,
  body: operations,
})
export const revokeAnonymous = endpoint({
  method: 'PUT',
  path: `${anonymous}/revoke`,
  summary: 'Revokes from anonymous visitors',
  tag,
  status: 204,
  body: operations,
})

const unlicensed = '/rest/api/permissions/unlicensed'
export const getUnlicensedPermissions = endpoint({
  method: 'GET',
  path: unlicensed,
  summary: 'Site-wide grants of signed-in users without the permission to use the wiki',
  tag,
  response: list,
})
export const grantUnlicensed = endpoint({
  method: 'PUT',
  path: `${unlicensed}/grant`,
  summary: 'Grants to unlicensed users',
  tag,
  status: 204,
  body: operations,
})
export const revokeUnlicensed = endpoint({
  method: 'PUT',
  path: `${unlicensed}/revoke`,
  summary: 'Revokes from unlicensed users',
  tag,
  status: 204,
  body: operations,
})

const group = { params: z.object({ groupName: nameParameter }) }
export const getGroupPermissions = endpoint({
  method: 'GET',
  path: '/rest/api/permissions/group/:groupName',
  summary: 'Site-wide grants of a group',
  tag,
  ...group,
  response: list,
})
export const grantGroup = endpoint({
  method: 'PUT',
  path: '/rest/api/permissions/group/:groupName/grant',
  summary: 'Grants to a group',
  tag,
  status: 204,
  ...group,
  body: operations,
})
export const revokeGroup = endpoint({
  method: 'PUT',
  path: '/rest/api/permissions/group/:groupName/revoke',
  summary: 'Revokes from a group',
  tag,
  status: 204,
  ...group,
  body: operations,
})

/** `user` is a user key or a user name. */
const user = { params: z.object({ user: nameParameter }) }
export const getUserPermissions = endpoint({
  method: 'GET',
  path: '/rest/api/permissions/user/:user',
  summary: 'Site-wide grants of a user',
  tag,
  ...user,
  response: list,
})
export const grantUser = endpoint({
  method: 'PUT',
  path: '/rest/api/permissions/user/:user/grant',
  summary: 'Grants to a user',
  tag,
  status: 204,
  ...user,
  body: operations,
})
export const revokeUser = endpoint({
  method: 'PUT',
  path: '/rest/api/permissions/user/:user/revoke',
  summary: 'Revokes from a user',
  tag,
  status: 204,
  ...user,
  body: operations,
})
