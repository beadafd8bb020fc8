import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { App } from '#platform/server/app.ts'
import { deferredWrites } from '#platform/server/deferred-writes.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { accessChanged } from '../access.ts'
import { now } from '../clock.ts'
import { hashSecret } from '../sign-in/secrets.ts'
import type { AccessTokenTable } from '../tables.ts'

export type AccessToken = Selectable<AccessTokenTable>

/** Personal access tokens carry this prefix, so that secret scanners find them. */
export const TOKEN_PREFIX = 'oxb_'
/** Tokens of one account. */
export const MAX_TOKENS = 100
const DAY_MS = 24 * 60 * 60 * 1000
/** A token's last use is written at most this often. */
const LAST_USED_MS = 60 * 1000

/** The unexpired token with this hash, or undefined. Notes its use. */
export async function findToken(app: App, hash: string): Promise<AccessToken | undefined> {
  const { database } = app
  const at = now(app)
  const token = await database.read
    .selectFrom('access_token')
    .selectAll()
    .where('token_hash', '=', hash)
    .executeTakeFirst()
  if (!token || (token.expires_at !== null && token.expires_at <= at)) return undefined
  if ((token.last_used_at ?? 0) < at - LAST_USED_MS) {
    deferredWrites(app).add(
      `token ${token.id}`,
      () => tx => tx.db.updateTable('access_token').set({ last_used_at: at }).where('id', '=', token.id).execute(),
    )
  }
  return token
}

/**
 * Creates a token. Its text is returned here and never again: only its hash is stored.
 * @param values.expirationDays days until it ends, or null for one that does not
 * @throws HttpError 400 when the account has {@link MAX_TOKENS} already
 */
export async function createToken(
  app: App,
  accountId: number,
  values: { name: string; expirationDays: number | null },
  actorId: number | null,
): Promise<{ token: AccessToken; rawToken: string }> {
  const rawToken = TOKEN_PREFIX + randomBytes(30).toString('base64url')
  const at = now(app)
  const token = await app.database.transaction(async tx => {
    const { count } = await tx.db
      .selectFrom('access_token')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    if (Number(count) >= MAX_TOKENS) {
      throw badRequest('You have {{most}} access tokens, which is the limit. Revoke one that you no longer need.', {
        values: { most: MAX_TOKENS },
      })
    }
    const row = await tx.db
      .insertInto('access_token')
      .values({
        account_id: accountId,
        name: values.name,
        token_hash: hashSecret(rawToken),
        created_at: at,
        expires_at: values.expirationDays === null ? null : at + values.expirationDays * DAY_MS,
        last_used_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    tx.append({ kind: 'token.created', actorId, data: { accountId, tokenId: row.id } })
    return row
  })
  return { token, rawToken }
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

/** Ends a token of this account at once. @returns false when the account has no such token */
export async function revokeToken(
  app: App,
  accountId: number,
  tokenId: number,
  actorId: number | null,
): Promise<boolean> {
  return app.database.transaction(async tx => {
    const gone = await tx.db
      .deleteFrom('access_token')
      .where('id', '=', tokenId)
      .where('account_id', '=', accountId)
      .returning('id')
      .executeTakeFirst()
    if (!gone) return false
    tx.append({ kind: 'token.revoked', actorId, data: { accountId, tokenId } })
    accessChanged(app, tx)
    return true
  })
}
