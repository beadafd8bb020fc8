import { randomBytes } from 'node:crypto'
import type { App } from '#platform/server/app.ts'
import { deferredWrites } from '#platform/server/deferred-writes.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import type { TokenScope } from '../../contract.ts'
import { accessChanged } from '../access.ts'
import { now } from '../clock.ts'
import { hashSecret } from '../sign-in/secrets.ts'
import { countTokens, deleteToken, insertToken, noteTokenUse, tokenWithHash, type AccessToken } from './store.ts'

/** Personal access tokens carry this prefix, so that secret scanners find them. */
export const TOKEN_PREFIX = 'oxb_'
/** Tokens of one account. */
export const MAX_TOKENS = 100
const DAY_MS = 24 * 60 * 60 * 1000
/** A token's last use is written at most this often. */
const LAST_USED_MS = 60 * 1000

/** The unexpired token with this hash, or undefined. Notes its use. */
export async function findToken(app: App, hash: string): Promise<AccessToken | undefined> {
  const at = now(app)
  const token = await tokenWithHash(app, hash)
  if (!token || (token.expires_at !== null && token.expires_at <= at)) return undefined
  if ((token.last_used_at ?? 0) < at - LAST_USED_MS) {
    deferredWrites(app).add(`token ${token.id}`, () => tx => noteTokenUse(tx, token.id, at))
  }
  return token
}

/**
 * Creates a token. Its text is returned here and never again: only its hash is stored.
 * @param values.scope whether it may change things; by default it may
 * @param values.expirationDays days until it ends, or null for one that does not
 * @throws HttpError 400 when the account has {@link MAX_TOKENS} already
 */
export async function createToken(
  app: App,
  accountId: number,
  values: { name: string; expirationDays: number | null; scope?: TokenScope },
  actorId: number | null,
): Promise<{ token: AccessToken; rawToken: string }> {
  const rawToken = TOKEN_PREFIX + randomBytes(30).toString('base64url')
  const at = now(app)
  const token = await app.database.transaction(async tx => {
    if ((await countTokens(tx, accountId)) >= MAX_TOKENS) {
      throw badRequest('You have {{most}} access tokens, which is the limit. Revoke one that you no longer need.', {
        values: { most: MAX_TOKENS },
      })
    }
    const row = await insertToken(tx, {
      account_id: accountId,
      name: values.name,
      scope: values.scope ?? 'write',
      token_hash: hashSecret(rawToken),
      created_at: at,
      expires_at: values.expirationDays === null ? null : at + values.expirationDays * DAY_MS,
    })
    tx.append({ kind: 'token.created', actorId, data: { accountId, tokenId: row.id } })
    return row
  })
  return { token, rawToken }
}

/** Ends a token of this account at once. @returns false when the account has no such token */
export async function revokeToken(
  app: App,
  accountId: number,
  tokenId: number,
  actorId: number | null,
): Promise<boolean> {
  return app.database.transaction(async tx => {
    if (!(await deleteToken(tx, accountId, tokenId))) return false
    tx.append({ kind: 'token.revoked', actorId, data: { accountId, tokenId } })
    accessChanged(app, tx)
    return true
  })
}
