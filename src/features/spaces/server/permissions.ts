import type { App } from '#platform/server/app.ts'
import { powersOf, type Context, type Viewer } from '#platform/server/context.ts'
import { SITE_WIDE } from '#platform/server/database/index.ts'
import { isReadOnly } from '#platform/server/http/access-mode.ts'
import { grantsFor, holdsSomewhere } from './store/permissions.ts'

/**
 * Permissions in a space, named `<operation>:<target>` after the operations of the REST interface. Creating pages
 * includes editing those that no restriction closes, as in the old product.
 */
export const SPACE_PERMISSIONS = [
  'read:space',
  'delete_own:content',
  'create:page',
  'delete:page',
  'create:blogpost',
  'delete:blogpost',
  'create:attachment',
  'delete:attachment',
  'create:comment',
  'delete:comment',
  'restrict_content:space',
  'export:space',
  'administer:space',
] as const
export type SpacePermission = (typeof SPACE_PERMISSIONS)[number]

/** The names that the exports of the old product, and of this wiki, have for permissions in a space. */
export const OLD_PERMISSION_NAMES: Readonly<Record<SpacePermission, string>> = {
  'read:space': 'VIEWSPACE',
  'delete_own:content': 'REMOVEOWNCONTENT',
  'create:page': 'EDITSPACE',
  'delete:page': 'REMOVEPAGE',
  'create:blogpost': 'EDITBLOG',
  'delete:blogpost': 'REMOVEBLOG',
  'create:attachment': 'CREATEATTACHMENT',
  'delete:attachment': 'REMOVEATTACHMENT',
  'create:comment': 'COMMENT',
  'delete:comment': 'REMOVECOMMENT',
  'restrict_content:space': 'SETPAGEPERMISSIONS',
  'export:space': 'EXPORTSPACE',
  'administer:space': 'SETSPACEPERMISSIONS',
}

/** Every permission that the viewer holds in a space. Administrators hold all; who may not see it holds none. */
export async function permissionsIn(app: App, viewer: Viewer, spaceId: number): Promise<ReadonlySet<SpacePermission>> {
  const held = await app.facts.get(
    `permissions ${spaceId} ${powersOf(viewer)}`,
    async () => (await grantedInSpaces(app, viewer, [spaceId])).get(spaceId) ?? new Set<SpacePermission>(),
    { sources: SITE_WIDE },
  )
  return isReadOnly(app) ? readOnlyPermissions(held) : held
}

/**
 * Permissions that change nothing by themselves. No user holds the rest while the wiki is read-only, so that no screen
 * offers it.
 */
const READ_ONLY_PERMISSIONS: ReadonlySet<SpacePermission> = new Set(['read:space', 'export:space', 'administer:space'])

function readOnlyPermissions(held: ReadonlySet<SpacePermission>): ReadonlySet<SpacePermission> {
  return new Set([...held].filter(permission => READ_ONLY_PERMISSIONS.has(permission)))
}

/** {@link permissionsIn} for many spaces in one query. Spaces in which the viewer holds nothing are absent. */
export async function permissionsInSpaces(
  app: App,
  viewer: Viewer,
  spaceIds: readonly number[],
): Promise<Map<number, ReadonlySet<SpacePermission>>> {
  const held = await grantedInSpaces(app, viewer, spaceIds)
  if (!isReadOnly(app)) return held
  return new Map([...held].map(([id, permissions]) => [id, readOnlyPermissions(permissions)]))
}

async function grantedInSpaces(
  app: App,
  viewer: Viewer,
  spaceIds: readonly number[],
): Promise<Map<number, ReadonlySet<SpacePermission>>> {
  if (viewer.isAdmin) return new Map(spaceIds.map(id => [id, new Set(SPACE_PERMISSIONS)]))
  if (!viewer.mayUse || spaceIds.length === 0) return new Map()
  const held = new Map<number, Set<SpacePermission>>()
  for (const { space_id, permission } of await grantsFor(app, viewer, spaceIds)) {
    const permissions = held.get(space_id) ?? new Set()
    held.set(space_id, permissions.add(permission as SpacePermission))
  }
  for (const [id, permissions] of held) if (!permissions.has('read:space')) held.delete(id)
  return held
}

/** Policy: may the viewer do this in the space? */
export async function mayInSpace(
  app: App,
  viewer: Viewer,
  spaceId: number,
  permission: SpacePermission,
): Promise<boolean> {
  return (await permissionsIn(app, viewer, spaceId)).has(permission)
}

/** Whether the viewer may create pages in any space: users who may are offered the Create button everywhere. */
export async function mayCreateSomewhere({ app, viewer }: Pick<Context, 'app' | 'viewer'>): Promise<boolean> {
  if (viewer.isAdmin) return true
  if (!viewer.mayUse) return false
  return app.facts.get(`creates somewhere ${powersOf(viewer)}`, () => holdsSomewhere(app, viewer, 'create:page'), {
    sources: SITE_WIDE,
  })
}
