import type { Selectable } from 'kysely'
import type { Queries, Tables, WriteTransaction } from '#platform/server/database/index.ts'
import type {} from './tables.ts'

export type StateRow = Selectable<Tables['live_state']>
export type StateHead = Omit<StateRow, 'storage' | 'title'>

const HEAD = ['id', 'content_id', 'started_at', 'at', 'authors', 'size'] as const

/** States of a draft without their text, newest first. */
export async function stateHeads(db: Queries, contentId: number): Promise<StateHead[]> {
  return db.selectFrom('live_state').select(HEAD).where('content_id', '=', contentId).orderBy('at', 'desc').execute()
}

/** A state of a draft; undefined if it has none of this id. */
export async function stateWithId(db: Queries, contentId: number, id: number): Promise<StateRow | undefined> {
  return db
    .selectFrom('live_state')
    .selectAll()
    .where('id', '=', id)
    .where('content_id', '=', contentId)
    .executeTakeFirst()
}

export async function insertState(tx: WriteTransaction, state: Omit<StateRow, 'id'>): Promise<void> {
  await tx.db.insertInto('live_state').values(state).execute()
}

/** Replaces a state by a later one. */
export async function replaceStateText(
  tx: WriteTransaction,
  id: number,
  state: Pick<StateRow, 'at' | 'authors' | 'title' | 'storage' | 'size'>,
): Promise<void> {
  await tx.db.updateTable('live_state').set(state).where('id', '=', id).execute()
}

export async function deleteStates(tx: WriteTransaction, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.db.deleteFrom('live_state').where('id', 'in', ids).execute()
}

/** Ids of states older than a time, in epoch milliseconds. */
export async function statesBefore(db: Queries, before: number, limit: number): Promise<number[]> {
  const rows = await db.selectFrom('live_state').select('id').where('at', '<', before).limit(limit).execute()
  return rows.map(row => row.id)
}

/** Whether a state of a draft has these characters. @param words letters, digits and hyphens */
export async function isInStates(db: Queries, contentId: number, words: string): Promise<boolean> {
  const row = await db
    .selectFrom('live_state')
    .select('id')
    .where('content_id', '=', contentId)
    .where('storage', 'like', `%${words}%`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
