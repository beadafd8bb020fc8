import type { Selectable } from 'kysely'
import type { App } from '#platform/server/app.ts'
import type { Queries, Tables, WriteTransaction } from '#platform/server/database/index.ts'
import type { GroupEntry } from '../../contract.ts'
import { nameKey } from '../names.ts'
import type { Window } from '../users/directory-store.ts'

export type Group = Selectable<Tables['account_group']>

/** The group of that name in any case, or undefined. */
export async function groupNamed(db: Queries, name: string): Promise<Group | undefined> {
  return db.selectFrom('account_group').selectAll().where('name_key', '=', nameKey(name)).executeTakeFirst()
}

/** Groups whose folded name is one of these. */
export async function groupsWith(db: Queries, nameKeys: readonly string[]): Promise<Group[]> {
  if (nameKeys.length === 0) return []
  return db.selectFrom('account_group').selectAll().where('name_key', 'in', nameKeys).execute()
}

/** Whether there is any group, which a wiki has from its first start. */
export async function hasGroups(db: Queries): Promise<boolean> {
  return (await db.selectFrom('account_group').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Groups by name; one more than `limit` when there are more. */
export function listGroups(app: App, { start, limit }: Window): Promise<Group[]> {
  return app.database.read
    .selectFrom('account_group')
    .selectAll()
    .orderBy('name_key')
    .offset(start)
    .limit(limit + 1)
    .execute()
}

/** The groups of an account by name; one more than `limit` when there are more. */
export function listGroupsOf(app: App, accountId: number, { start, limit }: Window): Promise<Group[]> {
  return app.database.read
    .selectFrom('membership')
    .innerJoin('account_group', 'account_group.id', 'membership.group_id')
    .selectAll('account_group')
    .where('membership.account_id', '=', accountId)
    .orderBy('account_group.name_key')
    .offset(start)
    .limit(limit + 1)
    .execute()
}

/** Groups by id in one query, for lists. Ids without a group are absent. */
export async function groupsById(app: App, ids: readonly number[]): Promise<Map<number, Group>> {
  if (ids.length === 0) return new Map()
  const rows = await app.database.read
    .selectFrom('account_group')
    .selectAll()
    .where('id', 'in', app.database.dialect.inIntegers([...new Set(ids)]))
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}

/**
 * Groups whose name begins with a text, by name, with their members counted; one more than `limit` when there are more.
 * Deleted accounts are in no group; disabled ones count.
 */
export async function searchGroups(
  app: App,
  { query, start, limit }: Window & { query: string },
): Promise<GroupEntry[]> {
  const key = nameKey(query)
  const rows = await app.database.read
    .selectFrom('account_group')
    .select(['name', 'description'])
    .select(eb =>
      eb
        .selectFrom('membership')
        .whereRef('membership.group_id', '=', 'account_group.id')
        .select(eb => eb.fn.countAll<number>().as('members'))
        .as('members'),
    )
    .$if(key !== '', rows => rows.where('name_key', '>=', key).where('name_key', '<', `${key}\u{10FFFF}`))
    .orderBy('name_key')
    .offset(start)
    .limit(limit + 1)
    .execute()
  return rows.map(row => ({ ...row, members: Number(row.members) }))
}

/** Adds a group. @returns its row; undefined when its name is taken */
export async function insertGroup(
  tx: WriteTransaction,
  { name, description }: Pick<Group, 'name' | 'description'>,
): Promise<Group | undefined> {
  return tx.db
    .insertInto('account_group')
    .values({ name, name_key: nameKey(name), description, created_at: Date.now() })
    .onConflict(on => on.column('name_key').doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Removes a group with its memberships and grants. */
export async function deleteGroupRow(tx: WriteTransaction, id: number): Promise<void> {
  await tx.db.deleteFrom('account_group').where('id', '=', id).execute()
}

/** Groups of accounts, in the order of their ids. */
export async function membershipsOf({ database: { read, dialect } }: App, accountIds: readonly number[]) {
  return read
    .selectFrom('membership')
    .select(['account_id', 'group_id'])
    .where('account_id', 'in', dialect.inIntegers(accountIds))
    .orderBy('group_id')
    .execute()
}

/** Groups of an account, in the order of their ids. */
export async function groupIdsOf({ database }: App, accountId: number): Promise<number[]> {
  const memberships = await database.read
    .selectFrom('membership')
    .select('group_id')
    .where('account_id', '=', accountId)
    .orderBy('group_id')
    .execute()
  return memberships.map(row => row.group_id)
}

/** Puts an account into a group. @returns false when it is in it already */
export async function insertMembership(tx: WriteTransaction, groupId: number, accountId: number): Promise<boolean> {
  const added = await tx.db
    .insertInto('membership')
    .values({ group_id: groupId, account_id: accountId })
    .onConflict(on => on.columns(['group_id', 'account_id']).doNothing())
    .returning('group_id')
    .executeTakeFirst()
  return added !== undefined
}

/** Takes an account out of a group. @returns false when it is not in it */
export async function deleteMembership(tx: WriteTransaction, groupId: number, accountId: number): Promise<boolean> {
  const removed = await tx.db
    .deleteFrom('membership')
    .where('group_id', '=', groupId)
    .where('account_id', '=', accountId)
    .returning('group_id')
    .executeTakeFirst()
  return removed !== undefined
}
