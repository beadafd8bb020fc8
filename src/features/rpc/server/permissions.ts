import { z } from 'zod'
import { badRequest, notFound } from '#platform/server/http/errors.ts'
import { findAccount, findGroup } from '#features/accounts/server/index.ts'
import { replaceRestrictions, restrictionsByOperation } from '#features/restrictions/contract.ts'
import { grantGroup, grantUser, listPermissions, revokeGroup, revokeUser } from '#features/spaces/contract.ts'
import { method, rpcId, type RpcCall, type RpcMethod } from './call.ts'

interface Operation {
  targetType: string
  operationKey: string
}

/**
 * Permissions in a space as this protocol names them (Confluence's remote API: `VIEWSPACE` …) and as the REST interface
 * does. `REMOVEMAIL` and `EXPORTPAGE` mean nothing any more; programs that copy permissions still send them.
 */
const SPACE_PERMISSIONS: Readonly<Record<string, Operation | null>> = {
  VIEWSPACE: { targetType: 'space', operationKey: 'read' },
  REMOVEOWNCONTENT: { targetType: 'space', operationKey: 'delete_own' },
  EDITSPACE: { targetType: 'page', operationKey: 'create' },
  REMOVEPAGE: { targetType: 'page', operationKey: 'delete' },
  EDITBLOG: { targetType: 'blogpost', operationKey: 'create' },
  REMOVEBLOG: { targetType: 'blogpost', operationKey: 'delete' },
  CREATEATTACHMENT: { targetType: 'attachment', operationKey: 'create' },
  REMOVEATTACHMENT: { targetType: 'attachment', operationKey: 'delete' },
  COMMENT: { targetType: 'comment', operationKey: 'create' },
  REMOVECOMMENT: { targetType: 'comment', operationKey: 'delete' },
  SETPAGEPERMISSIONS: { targetType: 'space', operationKey: 'restrict' },
  EXPORTSPACE: { targetType: 'space', operationKey: 'export' },
  SETSPACEPERMISSIONS: { targetType: 'space', operationKey: 'administer' },
  REMOVEMAIL: null,
  EXPORTPAGE: null,
}

const CONTENT_PERMISSIONS = { View: 'read', Edit: 'update' } as const
type ContentPermission = keyof typeof CONTENT_PERMISSIONS

/** The subject: a user, a group, or with neither everybody. */
const subject = z.object({ userName: z.string().nullish(), groupName: z.string().nullish() }).loose()
const named = <T>(items: readonly T[], read: (item: T) => string | undefined) => items.flatMap(item => read(item) ?? [])

const operationRestrictions = z
  .object({
    restrictions: z
      .object({
        user: z.object({ results: z.array(z.object({ username: z.string().optional() }).loose()) }).loose(),
        group: z.object({ results: z.array(z.object({ name: z.string() }).loose()) }).loose(),
      })
      .loose(),
  })
  .loose()

const getContentPermissionSets = method(z.tuple([rpcId]), async (call, [id]) => {
  const answer = z
    .object({ read: operationRestrictions, update: operationRestrictions })
    .loose()
    .parse(await call.rest(restrictionsByOperation, { params: { id }, query: {} }))
  return (['View', 'Edit'] as const).flatMap(type => {
    const { user, group } = answer[CONTENT_PERMISSIONS[type]].restrictions
    const contentPermissions = [
      ...named(user.results, item => item.username).map(userName => ({ type, userName, groupName: null })),
      ...group.results.map(({ name }) => ({ type, userName: null, groupName: name })),
    ]
    return contentPermissions.length > 0 ? [{ type, contentPermissions }] : []
  })
})

const contentPermission = z
  .string()
  .transform(text => {
    const type = text.charAt(0).toUpperCase() + text.slice(1).toLowerCase()
    return type
  })
  .pipe(z.enum(Object.keys(CONTENT_PERMISSIONS) as [ContentPermission, ...ContentPermission[]]))

/** Replaces who is let in. One program wants the literal `true` back. */
const setContentPermissions = method(
  z.tuple([rpcId, contentPermission, z.array(subject)]),
  async (call, [id, type, subjects]) => {
    await call.rest(replaceRestrictions, {
      params: { id },
      body: [
        {
          operation: CONTENT_PERMISSIONS[type],
          restrictions: {
            user: named(subjects, item => item.userName ?? undefined).map(username => ({ type: 'known', username })),
            group: named(subjects, item => item.groupName ?? undefined).map(name => ({ type: 'group', name })),
          },
        },
      ],
    })
    return true
  },
)

const getSpacePermissionSets = method(z.tuple([z.string()]), async (call, [key]) => {
  const grants = await call.rest(listPermissions, { params: { key } })
  return Object.entries(SPACE_PERMISSIONS).flatMap(([type, operation]) => {
    const spacePermissions = grants
      .filter(
        grant =>
          grant.operation.targetType === operation?.targetType &&
          grant.operation.operationKey === operation.operationKey,
      )
      .map(grant => {
        const { type: kind, username, name } = grant.subject as { type: string; username?: string; name?: string }
        return {
          type,
          userName: kind === 'known' ? (username ?? null) : null,
          groupName: kind === 'group' ? (name ?? null) : null,
        }
      })
    return spacePermissions.length > 0 ? [{ type, spacePermissions }] : []
  })
})

/** Grants to or takes from the user or group of that name; a user comes first where both exist. */
async function change(
  call: RpcCall,
  mode: 'grant' | 'revoke',
  permissions: readonly string[],
  entity: string,
  key: string,
): Promise<true> {
  const operations = permissions.flatMap(name => {
    const operation = Object.hasOwn(SPACE_PERMISSIONS, name.toUpperCase())
      ? SPACE_PERMISSIONS[name.toUpperCase()]
      : undefined
    if (operation === undefined) {
      throw badRequest('There is no permission {{name}}; known are {{known}}', {
        values: { name: name.slice(0, 40), known: Object.keys(SPACE_PERMISSIONS).join(', ') },
        forPrograms: true,
      })
    }
    return operation ?? []
  })
  // Asks whether the caller administers the space before it discloses which names exist.
  await call.rest(listPermissions, { params: { key } })
  const account = await findAccount(call.app, { username: entity })
  const group = account ? undefined : await findGroup(call.app, entity)
  if (!account && !group)
    throw notFound('There is no user or group named {{name}}', {
      values: { name: entity.slice(0, 255) },
      forPrograms: true,
    })
  if (operations.length === 0) return true
  if (account)
    await call.rest(mode === 'grant' ? grantUser : revokeUser, {
      params: { key, userKey: account.user_key },
      body: operations,
    })
  else if (group)
    await call.rest(mode === 'grant' ? grantGroup : revokeGroup, {
      params: { key, groupName: group.name },
      body: operations,
    })
  return true
}

const one = z.tuple([z.string(), z.string(), z.string()])
const several = z.tuple([z.array(z.string()).max(50), z.string(), z.string()])

export const permissionMethods: Readonly<Record<string, RpcMethod>> = {
  getContentPermissionSets,
  setContentPermissions,
  getSpacePermissionSets,
  addPermissionToSpace: method(one, (call, [permission, entity, key]) =>
    change(call, 'grant', [permission], entity, key),
  ),
  addPermissionsToSpace: method(several, (call, [permissions, entity, key]) =>
    change(call, 'grant', permissions, entity, key),
  ),
  removePermissionFromSpace: method(one, (call, [permission, entity, key]) =>
    change(call, 'revoke', [permission], entity, key),
  ),
}
