import type { Context } from '#platform/server/context.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { listedTo } from '../store.ts'

/** Which notifications are wanted, by id. */
export interface Part {
  limit: number
  id?: number | undefined
  after?: number | undefined
  before?: number | undefined
}

export type ListedRow = Awaited<ReturnType<typeof partOf>>[number]

/** Notifications of an account about what it may see, newest first; of those after one, the nearest to it. */
export async function partOf(ctx: Context, accountId: number, { id, after, before, limit }: Part) {
  let query = listedTo(ctx, accountId)
  if (id !== undefined) query = query.where('notification.id', '=', id)
  if (after !== undefined) query = query.where('notification.id', '>', after)
  if (before !== undefined) query = query.where('notification.id', '<', before)
  const isForward = after !== undefined && before === undefined
  const rows = await query
    .orderBy('notification.id', isForward ? 'asc' : 'desc')
    .limit(limit)
    .execute()
  return isForward ? rows.toReversed() : rows
}

/** Marks notifications of an account as read at a time, or as unread. @returns the ids of those that it has */
export async function markRead(
  { db, dialect }: WriteTransaction,
  accountId: number,
  ids: readonly number[],
  at: number | null,
): Promise<number[]> {
  const rows = await db
    .updateTable('notification')
    .set(eb => ({ read_at: at === null ? null : eb.fn.coalesce('read_at', eb.val(at)) }))
    .where('account_id', '=', accountId)
    .where('in_bell', '=', 1)
    .where('id', 'in', dialect.inIntegers(ids))
    .returning('id')
    .execute()
  return rows.map(row => row.id)
}

/** Makes a notification of an account the newest that it has seen. @returns false where the account has none such */
export async function markSeen({ db }: WriteTransaction, accountId: number, id: number): Promise<boolean> {
  const rows = await db
    .insertInto('notification_seen')
    .columns(['account_id', 'notification_id'])
    .expression(eb =>
      eb
        .selectFrom('notification')
        .select(['notification.account_id', 'notification.id'])
        .where('notification.account_id', '=', accountId)
        .where('notification.in_bell', '=', 1)
        .where('notification.id', '=', id),
    )
    .onConflict(conflict =>
      conflict.column('account_id').doUpdateSet(eb => ({ notification_id: eb.ref('excluded.notification_id') })),
    )
    .returning('notification_id')
    .execute()
  return rows.length > 0
}

/**
 * Takes a notification of an account out of its bell, with the mail that has not gone yet. The row stays, so that a job
 * that runs again does not write it again.
 * @returns false where the account has none such
 */
export async function takeOut({ db }: WriteTransaction, accountId: number, id: number): Promise<boolean> {
  await db
    .deleteFrom('notification_mail')
    .where('notification_id', '=', id)
    .where('account_id', '=', accountId)
    .execute()
  const rows = await db
    .updateTable('notification')
    .set({ in_bell: 0 })
    .where('account_id', '=', accountId)
    .where('in_bell', '=', 1)
    .where('id', '=', id)
    .returning('id')
    .execute()
  return rows.length > 0
}
