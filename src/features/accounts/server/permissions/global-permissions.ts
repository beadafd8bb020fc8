import type { App } from '#platform/server/app.ts'
import type { Viewer } from '#platform/server/context.ts'

/** May sign in and use the wiki. */
export const GLOBAL_USE = 'use:application'
/** System administrator: passes every policy. */
export const GLOBAL_ADMINISTER = 'administer:application'
export const GLOBAL_CREATE_SPACE = 'create:space'
export const GLOBAL_CREATE_PERSONAL_SPACE = 'create:personal_space'
/** May see the profiles of other users. */
export const GLOBAL_VIEW_USERS = 'read:users'

export const GLOBAL_PERMISSIONS = [
  GLOBAL_USE,
  GLOBAL_CREATE_PERSONAL_SPACE,
  GLOBAL_CREATE_SPACE,
  GLOBAL_VIEW_USERS,
  GLOBAL_ADMINISTER,
] as const
export type GlobalPermission = (typeof GLOBAL_PERMISSIONS)[number]

/**
 * The stored form of {@link GLOBAL_USE} for signed-in users who do not have it themselves. Stored without account and
 * group, as the grants of anonymous visitors are, under a name of its own.
 */
export const UNLICENSED_USE = `unlicensed:${GLOBAL_USE}`

/** Whether anonymous visitors may use the wiki; which spaces they see is each space's own grant. */
export async function anonymousMayUse(app: App): Promise<boolean> {
  return (await anonymousPermissions(app)).has(GLOBAL_USE)
}

/** What visitors who have not signed in may do site-wide. */
export async function anonymousPermissions(app: App): Promise<ReadonlySet<string>> {
  const rows = await app.database.read
    .selectFrom('global_permission')
    .select('permission')
    .where('account_id', 'is', null)
    .where('group_id', 'is', null)
    .execute()
  return new Set(rows.map(row => row.permission))
}

/**
 * Policy: does the viewer hold a site-wide permission, directly, through a group, as everybody does, or as
 * administrator?
 */
export async function hasGlobalPermission(app: App, viewer: Viewer, permission: GlobalPermission): Promise<boolean> {
  if (viewer.isAdmin) return true
  if (!viewer.mayUse) return false
  if (viewer.userId === null) return (await anonymousPermissions(app)).has(permission)
  const row = await app.database.read
    .selectFrom('global_permission')
    .select('id')
    .where('permission', '=', permission)
    .where(eb =>
      eb.or([
        eb('account_id', '=', viewer.userId),
        eb.and([eb('account_id', 'is', null), eb('group_id', 'is', null)]),
        ...(viewer.groupIds.length > 0 ? [eb('group_id', 'in', app.database.dialect.inIntegers(viewer.groupIds))] : []),
      ]),
    )
    .executeTakeFirst()
  return row !== undefined
}
