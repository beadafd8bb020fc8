import type { App } from '#platform/server/app.ts'
import type { Viewer } from '#platform/server/context.ts'
import { GLOBAL_USE, type GlobalPermission } from './global-permissions.ts'
import { anonymousPermissions, permissionsHeldBy } from './store.ts'

/** Whether anonymous visitors may use the wiki; which spaces they see is each space's own grant. */
export async function anonymousMayUse(app: App): Promise<boolean> {
  return (await anonymousPermissions(app)).has(GLOBAL_USE)
}

/**
 * Policy: does the viewer hold a site-wide permission, directly, through a group, as everybody does, or as
 * administrator?
 */
export async function hasGlobalPermission(app: App, viewer: Viewer, permission: GlobalPermission): Promise<boolean> {
  if (viewer.isAdmin) return true
  if (!viewer.mayUse) return false
  const held =
    viewer.userId === null
      ? await anonymousPermissions(app)
      : await permissionsHeldBy(app, viewer.userId, viewer.groupIds)
  return held.has(permission)
}
