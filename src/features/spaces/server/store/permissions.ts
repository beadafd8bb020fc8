import { sql, type Selectable, type SqlBool } from 'kysely'
import type { App } from '#platform/server/app.ts'
import type { Viewer } from '#platform/server/context.ts'
import type { Queries, WriteTransaction } from '#platform/server/database/index.ts'
import type { SpacePermission } from '../permissions.ts'
import type { SpacePermissionTable } from '../tables.ts'
import { grantsOf, spacesWith } from './visibility.ts'

export type Grant = Selectable<SpacePermissionTable>
/** The holder of a grant: an account, a group, or with neither everybody who visits without signing in. */
export type Holder = Pick<Grant, 'account_id' | 'group_id'>

/** Grants of a space, of one holder when given. */
export async function grantRows(db: Queries, spaceId: number, holder?: Holder): Promise<Grant[]> {
  let query = db.selectFrom('space_permission').selectAll().where('space_id', '=', spaceId)
  if (holder) {
    query = query
      .where('account_id', 'is not distinct from', holder.account_id)
      .where('group_id', 'is not distinct from', holder.group_id)
  }
  return query.execute()
}

/** Grants of several spaces, space by space. */
export async function grantsInSpaces(
  { database: { read, dialect } }: App,
  spaceIds: readonly number[],
  limit: number,
): Promise<Grant[]> {
  return read
    .selectFrom('space_permission')
    .selectAll()
    .where('space_id', 'in', dialect.inIntegers(spaceIds))
    .orderBy('space_id')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Permissions that the viewer was given in spaces, by name, through a group or as everybody; each once. */
export async function grantsFor({ database: { read, dialect } }: App, viewer: Viewer, spaceIds: readonly number[]) {
  return read
    .selectFrom('space_permission')
    .select(['space_id', 'permission'])
    .distinct()
    .where('space_id', 'in', dialect.inIntegers(spaceIds))
    .where(grantsOf(dialect, viewer, 'space_permission'))
    .execute()
}

/** Whether the viewer was given a permission in any space. */
export async function holdsSomewhere(
  { database: { read, dialect } }: App,
  viewer: Viewer,
  permission: SpacePermission,
): Promise<boolean> {
  const { rows } = await sql`select 1 where exists ${spacesWith(dialect, viewer, permission)}`.execute(read)
  return rows.length > 0
}

/** The first administrators of a space. */
export async function firstAdministrators(app: App, spaceId: number, limit: number): Promise<Holder[]> {
  return app.database.read
    .selectFrom('space_permission')
    .select(['account_id', 'group_id'])
    .where('space_id', '=', spaceId)
    .where('permission', '=', 'administer:space')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Whether a user who can sign in administers the space, by name or through a group. */
export async function hasAdministrator(tx: WriteTransaction, spaceId: number): Promise<boolean> {
  const row = await tx.db
    .selectFrom('space_permission')
    .select('space_permission.id')
    .leftJoin('membership', 'membership.group_id', 'space_permission.group_id')
    .innerJoin('account', join =>
      join.on(sql<SqlBool>`account.id = coalesce(space_permission.account_id, membership.account_id)`),
    )
    .where('space_permission.space_id', '=', spaceId)
    .where('space_permission.permission', '=', 'administer:space')
    .where('account.active', '=', 1)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** How many users and groups hold permissions in a space, `most` at most. */
export async function countSubjects(tx: WriteTransaction, spaceId: number, most: number): Promise<number> {
  const subjects = await tx.db
    .selectFrom('space_permission')
    .select(['account_id', 'group_id'])
    .distinct()
    .where('space_id', '=', spaceId)
    .limit(most)
    .execute()
  return subjects.length
}

/** Grants permissions in a space; the caller has seen to it that none of them is held already. */
export async function insertGrants(
  tx: WriteTransaction,
  spaceId: number,
  grants: readonly (Holder & { permission: SpacePermission })[],
): Promise<void> {
  if (grants.length === 0) return
  await tx.db
    .insertInto('space_permission')
    .values(grants.map(grant => ({ space_id: spaceId, ...grant })))
    .execute()
}

/** Takes grants away, by their ids. */
export async function deleteGrants(tx: WriteTransaction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx.db.deleteFrom('space_permission').where('id', 'in', tx.dialect.inIntegers(ids)).execute()
}
