import type { Selectable } from 'kysely'
import type { App } from '#platform/server/app.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import type { AccessTokenTable } from '../tables.ts'

export type AccessToken = Selectable<AccessTokenTable>

/** The token of a hash, expired or not. */
export async function tokenWithHash({ database }: App, hash: string): Promise<AccessToken | undefined> {
  return database.read.selectFrom('access_token').selectAll().where('token_hash', '=', hash).executeTakeFirst()
}

/** The tokens of an account, oldest first; one more than `limit` when there are more. */
export async function listTokens(
  app: App,
  accountId: number,
  page: { start: number; limit: number },
): Promise<AccessToken[]> {
  return app.database.read
    .selectFrom('access_token')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id')
    .offset(page.start)
    .limit(page.limit + 1)
    .execute()
}

/** How many tokens an account has. */
export async function countTokens(tx: WriteTransaction, accountId: number): Promise<number> {
  const { count } = await tx.db
    .selectFrom('access_token')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Adds a token that was not used yet. */
export async function insertToken(
  tx: WriteTransaction,
  token: Omit<AccessToken, 'id' | 'last_used_at'>,
): Promise<AccessToken> {
  return tx.db
    .insertInto('access_token')
    .values({ ...token, last_used_at: null })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Writes down when a token was last used, in epoch milliseconds. */
export async function noteTokenUse(tx: WriteTransaction, id: number, at: number): Promise<void> {
  await tx.db.updateTable('access_token').set({ last_used_at: at }).where('id', '=', id).execute()
}

/** Ends a token of an account. @returns false when it has none of that id */
export async function deleteToken(tx: WriteTransaction, accountId: number, id: number): Promise<boolean> {
  const gone = await tx.db
    .deleteFrom('access_token')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst()
  return gone !== undefined
}
