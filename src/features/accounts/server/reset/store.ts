import type { App } from '#platform/server/app.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import type { Account } from '../viewer.ts'

/** Stores a link, by the hash of its secret, until `expires_at` (epoch milliseconds). */
export async function insertResetLink(
  tx: WriteTransaction,
  link: { token_hash: string; account_id: number; expires_at: number },
): Promise<void> {
  await tx.db
    .insertInto('password_reset')
    .values({ ...link, used_at: null })
    .execute()
}

/** Ends the links by which the password of an account can be set. */
export async function endResetLinks(tx: WriteTransaction, accountId: number): Promise<void> {
  await tx.db.deleteFrom('password_reset').where('account_id', '=', accountId).execute()
}

/** The active account whose password a link may set at a time. */
export async function accountOfResetLink({ database }: App, hash: string, at: number): Promise<Account | undefined> {
  return database.read
    .selectFrom('password_reset')
    .innerJoin('account', 'account.id', 'password_reset.account_id')
    .selectAll('account')
    .where('token_hash', '=', hash)
    .where('expires_at', '>', at)
    .where('account.active', '=', 1)
    .executeTakeFirst()
}

/** Uses a link up. @returns the id of its account; undefined when it is unknown, used or expired */
export async function takeResetLink(tx: WriteTransaction, hash: string, at: number): Promise<number | undefined> {
  const row = await tx.db
    .deleteFrom('password_reset')
    .where('token_hash', '=', hash)
    .where('expires_at', '>', at)
    .returning('account_id')
    .executeTakeFirst()
  return row?.account_id
}

/** Removes links that have expired. */
export async function deleteExpiredResetLinks(tx: WriteTransaction, at: number): Promise<void> {
  await tx.db.deleteFrom('password_reset').where('expires_at', '<=', at).execute()
}
