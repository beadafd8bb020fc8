import { sql, type SqlBool, type RawBuilder } from 'kysely'
import type { App } from '#platform/server/app.ts'
import { powersOf, type Context, type Viewer } from '#platform/server/context.ts'
import type { EngineDialect } from '#platform/server/database/index.ts'
import { isReadOnly } from '#platform/server/http/access-mode.ts'

/**
 * What a grant in a space allows, named `<operation>:<target>` after the operations of the REST interface. Creating
 * pages includes editing those that no restriction closes, as in the old product.
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

/**
 * True for the rows of a grant table that hold for the viewer: their own, their groups', and everybody's. For queries
 * that name the space or content of the grants: the unary plus keeps SQLite from going through all grants of a group
 * instead.
 */
export function grantsOf(dialect: EngineDialect, viewer: Viewer, table: string): RawBuilder<SqlBool> {
  return grantsBy(dialect, viewer, sql`+${sql.ref(`${table}.account_id`)}`, sql`+${sql.ref(`${table}.group_id`)}`)
}

function grantsBy(
  dialect: EngineDialect,
  viewer: Viewer,
  account: RawBuilder<unknown>,
  group: RawBuilder<unknown>,
): RawBuilder<SqlBool> {
  const everybody = sql<SqlBool>`(${account} is null and ${group} is null)`
  if (viewer.userId === null) return everybody
  if (viewer.groupIds.length === 0) return sql<SqlBool>`(${account} = ${viewer.userId} or ${everybody})`
  return sql<SqlBool>`(${account} = ${viewer.userId} or ${group} in ${dialect.inIntegers(viewer.groupIds)} or ${everybody})`
}

/** Ids of the spaces in which the viewer holds a permission, as a subquery for `in`. */
export function spacesWith(dialect: EngineDialect, viewer: Viewer, permission: SpacePermission): RawBuilder<number> {
  const held = grantsBy(dialect, viewer, sql.ref('space_permission.account_id'), sql.ref('space_permission.group_id'))
  return sql`(select space_permission.space_id from space_permission where space_permission.permission = ${permission} and ${held})`
}

/**
 * Policy inside a query: the row's space (a column holding its id) may be seen by the viewer. A space that is being
 * deleted has lost its grants and is hidden from administrators too.
 *
 * Asks row by row, which costs nothing where few rows are read: one space, or a page of a list. Queries that go through
 * thousands of rows (counts) are quicker with `in` {@link spacesWith}, which gathers the reader's spaces first.
 */
export function spaceVisible(dialect: EngineDialect, viewer: Viewer, spaceId: string): RawBuilder<SqlBool> {
  if (viewer.isAdmin) return spacePresent(spaceId)
  if (!viewer.mayUse) return sql<SqlBool>`1 = 0`
  return sql<SqlBool>`exists (select 1 from space_permission where space_permission.space_id = ${sql.ref(spaceId)}
    and space_permission.permission = 'read:space' and ${grantsOf(dialect, viewer, 'space_permission')})`
}

/** True for rows whose space (a column holding its id) is not being deleted. */
export function spacePresent(spaceId: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(spaceId)} not in (select id from space where status = 'deleting')`
}

/** Every permission that the viewer holds in a space. Administrators hold all; who may not see it holds none. */
export async function permissionsIn(app: App, viewer: Viewer, spaceId: number): Promise<ReadonlySet<SpacePermission>> {
  const held = await app.facts.get(
    `permissions ${spaceId} ${powersOf(viewer)}`,
    async () => (await grantedInSpaces(app, viewer, [spaceId])).get(spaceId) ?? new Set<SpacePermission>(),
  )
  return isReadOnly(app) ? readOnlyPermissions(held) : held
}

/**
 * What changes nothing by itself. The rest is held by nobody while the wiki is read-only, so that no screen offers it.
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
  const { dialect, read } = app.database
  const rows = await read
    .selectFrom('space_permission')
    .select(['space_id', 'permission'])
    .distinct()
    .where('space_id', 'in', dialect.inIntegers(spaceIds))
    .where(grantsOf(dialect, viewer, 'space_permission'))
    .execute()
  const held = new Map<number, Set<SpacePermission>>()
  for (const { space_id, permission } of rows) {
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

/** Whether the viewer may create pages in any space: whoever may is offered the Create button everywhere. */
export async function mayCreateSomewhere({ app, viewer }: Pick<Context, 'app' | 'viewer'>): Promise<boolean> {
  if (viewer.isAdmin) return true
  if (!viewer.mayUse) return false
  return app.facts.get(`creates somewhere ${powersOf(viewer)}`, async () => {
    const { rows } =
      await sql`select 1 where exists ${spacesWith(app.database.dialect, viewer, 'create:page')}`.execute(
        app.database.read,
      )
    return rows.length > 0
  })
}
