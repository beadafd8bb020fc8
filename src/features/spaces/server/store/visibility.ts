import { sql, type SqlBool, type RawBuilder } from 'kysely'
import type { Viewer } from '#platform/server/context.ts'
import type { EngineDialect } from '#platform/server/database/index.ts'
import type { SpacePermission } from '../permissions.ts'

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
