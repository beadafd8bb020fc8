import type { App } from '#platform/server/app.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { now } from '../clock.ts'
import type { SessionTable } from '../tables.ts'

/** The session whose cookie has a hash, expired or not, with its account. */
export async function sessionWithAccount({ database }: App, id: string) {
  return database.read
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .selectAll('account')
    .select(['session.xsrf_token', 'session.seen_at', 'session.remember', 'session.expires_at'])
    .where('session.id', '=', id)
    .executeTakeFirst()
}

/** Sessions of an account, last seen first. */
export async function sessionsOf(app: App, accountId: number, start: number, limit: number) {
  return app.database.read
    .selectFrom('session')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now(app))
    .orderBy('seen_at', 'desc')
    .orderBy('id')
    .offset(start)
    .limit(limit)
    .execute()
}

/** Whether a session is stored. */
export async function hasSession(tx: WriteTransaction, id: string): Promise<boolean> {
  return (await tx.db.selectFrom('session').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** Until when a confirmed password opens administration to a session, in epoch milliseconds; 0 if it does not. */
export async function elevatedUntil({ database }: App, id: string): Promise<number> {
  const row = await database.read.selectFrom('session').select('elevated_until').where('id', '=', id).executeTakeFirst()
  return row?.elevated_until ?? 0
}

/** Stores a session. */
export async function insertSession(tx: WriteTransaction, row: SessionTable): Promise<void> {
  await tx.db.insertInto('session').values(row).execute()
}

/** Changes when a session was last seen, when it ends, or until when its password is confirmed. */
export async function changeSession(
  tx: WriteTransaction,
  id: string,
  changes: Partial<Pick<SessionTable, 'seen_at' | 'expires_at' | 'elevated_until'>>,
): Promise<void> {
  await tx.db.updateTable('session').set(changes).where('id', '=', id).execute()
}

/** Ends a session, if there is one. */
export async function deleteSession(tx: WriteTransaction, id: string): Promise<void> {
  await tx.db.deleteFrom('session').where('id', '=', id).execute()
}

/** Ends the sessions of an account that were not seen for longest; `most` stay. */
export async function endOldestSessions(tx: WriteTransaction, accountId: number, most: number): Promise<void> {
  const surplus = await tx.db
    .selectFrom('session')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('seen_at', 'desc')
    .orderBy('id')
    .offset(most)
    .limit(most)
    .execute()
  if (surplus.length > 0)
    await tx.db
      .deleteFrom('session')
      .where(
        'id',
        'in',
        surplus.map(row => row.id),
      )
      .execute()
}

/**
 * Ends every session of an account, e.g. after its password changed; `except` stays. The caller says that access
 * changed.
 */
export async function endSessionsIn(tx: WriteTransaction, accountId: number, except?: string): Promise<void> {
  let query = tx.db.deleteFrom('session').where('account_id', '=', accountId)
  if (except) query = query.where('id', '<>', except)
  await query.execute()
}

/** Ends the sessions whose time is over. */
export async function deleteExpiredSessions(tx: WriteTransaction, at: number): Promise<void> {
  await tx.db.deleteFrom('session').where('expires_at', '<=', at).execute()
}

/** Ends one session of an account. @returns false when it has none of that id */
export async function endSessionOf(tx: WriteTransaction, accountId: number, sessionId: string): Promise<boolean> {
  const gone = await tx.db
    .deleteFrom('session')
    .where('id', '=', sessionId)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst()
  return gone !== undefined
}
