import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Queries, WriteTransaction } from '#platform/server/database/index.ts'
import { badRequest, notFound } from '#platform/server/http/errors.ts'
import type { ShortcutTable } from './tables.ts'

export type ShortcutRow = Selectable<ShortcutTable>

/** Links of one space, or of the app switcher, at most. */
const MAX_SHORTCUTS = 100
const MAX_VALUES = 100

/** Links of a space in the order of their making; with null those of the app switcher. */
export function shortcutsOf(db: Queries, spaceId: number | null): Promise<ShortcutRow[]> {
  return db
    .selectFrom('shortcut')
    .selectAll()
    .where('space_id', spaceId === null ? 'is' : '=', spaceId)
    .orderBy('id')
    .limit(MAX_SHORTCUTS)
    .execute()
}

/** @throws HttpError 404 where the space, or the app switcher, has no such link */
export async function requireShortcut(db: Queries, spaceId: number | null, id: number): Promise<ShortcutRow> {
  const row = await db
    .selectFrom('shortcut')
    .selectAll()
    .where('id', '=', id)
    .where('space_id', spaceId === null ? 'is' : '=', spaceId)
    .executeTakeFirst()
  if (!row) throw notFound('This link is not there any more')
  return row
}

/** @throws HttpError 400 when there are as many as there can be */
export async function insertShortcut(
  { db }: WriteTransaction,
  row: Insertable<ShortcutTable> & { space_id: number | null },
): Promise<ShortcutRow> {
  if ((await shortcutsOf(db, row.space_id)).length >= MAX_SHORTCUTS)
    throw badRequest('There are at most {{most}} links: remove one first', { values: { most: MAX_SHORTCUTS } })
  return db.insertInto('shortcut').values(row).returningAll().executeTakeFirstOrThrow()
}

export function changeShortcut(
  { db }: WriteTransaction,
  id: number,
  changes: Updateable<ShortcutTable>,
): Promise<ShortcutRow> {
  return db.updateTable('shortcut').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

export async function removeShortcut({ db }: WriteTransaction, id: number): Promise<void> {
  await db.deleteFrom('shortcut').where('id', '=', id).execute()
}

/** Values that front ends remember of a user, by key. */
export async function userDataOf(db: Queries, accountId: number): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('menu_user_data')
    .select(['key', 'value'])
    .where('account_id', '=', accountId)
    .limit(MAX_VALUES)
    .execute()
  return new Map(rows.map(({ key, value }) => [key, value]))
}

/** @throws HttpError 400 when the user has as many values as they can have */
export async function storeUserData(
  { db }: WriteTransaction,
  accountId: number,
  key: string,
  value: string,
): Promise<void> {
  const known = await userDataOf(db, accountId)
  if (known.size >= MAX_VALUES && !known.has(key))
    throw badRequest('a user has at most {{most}} of these', { values: { most: MAX_VALUES }, forPrograms: true })
  await db
    .insertInto('menu_user_data')
    .values({ account_id: accountId, key, value })
    .onConflict(conflict => conflict.columns(['account_id', 'key']).doUpdateSet({ value }))
    .execute()
}
