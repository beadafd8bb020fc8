import { createHash, randomBytes } from 'node:crypto'
import type { TokenScope } from '#features/accounts/contract.ts'
import { accessChanged, findAccount, hashSecret, now, type IssuedToken } from '#features/accounts/server/index.ts'
import type { App } from '#platform/server/app.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { deferredWrites } from '#platform/server/deferred-writes.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { CLIENT_MS } from './clients.ts'
import { OAuthError } from './oauth-error.ts'
import type { AuthorizationRequest } from './requests.ts'
import {
  accountOfFamily,
  clientName,
  connectionWithToken,
  countConnections,
  deleteConnection,
  exchangeCode,
  insertConnection,
  keepClient,
  noteUse,
  replaceTokens,
  type AgentConnection,
  type ConnectionRef,
  type TokenHashes,
} from './store.ts'

/** Access tokens begin so. No other tokens of the wiki do, and secret scanners find them. */
export const ACCESS_PREFIX = 'oxa_'
const REFRESH_PREFIX = 'oxr_'
const CODE_PREFIX = 'oxc_'
/** Connections of one account. */
export const MOST_CONNECTIONS = 100
export const CODE_MS = 60 * 1000
export const ACCESS_MS = 60 * 60 * 1000
/** How long a connection lasts without being used. */
export const REFRESH_MS = 30 * 24 * 60 * 60 * 1000
/** The last use is written at most this often. */
const LAST_USED_MS = 60 * 1000
const REFRESH_TOKEN = /^oxr_([\w-]{32})\.[\w-]{32}$/
const VERIFIER = /^[\w.~-]{43,128}$/

/** Tokens for an agent, as they are sent. */
export interface IssuedTokens {
  readonly accessToken: string
  readonly refreshToken: string
  readonly scope: TokenScope
}

/**
 * Lets a client use the wiki in the name of an account.
 * @returns the code that the client exchanges, by {@link exchange}
 * @throws HttpError 400 when the account has {@link MOST_CONNECTIONS}
 */
export async function allow(
  app: App,
  accountId: number,
  { client, redirectUri, challenge }: AuthorizationRequest,
  scope: TokenScope,
): Promise<string> {
  const code = CODE_PREFIX + random(32)
  const at = now(app)
  await app.database.transaction(
    async tx => {
      if ((await countConnections(tx, accountId, at)) >= MOST_CONNECTIONS)
        throw badRequest(
          'You have connected {{most}} agents, which is the limit. Disconnect one in your settings first.',
          {
            values: { most: MOST_CONNECTIONS },
          },
        )
      await keepClient(tx, client.id, at + CLIENT_MS)
      await insertConnection(tx, {
        account_id: accountId,
        client_id: client.id,
        scope,
        redirect_uri: redirectUri,
        code_hash: hashSecret(code),
        code_challenge: challenge,
        created_at: at,
        expires_at: at + CODE_MS,
      })
    },
    { invalidates: false },
  )
  return code
}

/**
 * Exchanges a code for tokens. A code is presented once: a second time ends the connection, and so does a first time
 * with another verifier or address, since another program may have the code.
 * @throws OAuthError 400
 */
export async function exchange(
  app: App,
  given: { code: string; clientId: string; redirectUri: string; verifier: string },
): Promise<IssuedTokens> {
  const at = now(app)
  const family = random(24)
  const { tokens, hashes } = newTokens(family, at)
  const code = { code_hash: hashSecret(given.code), client_id: given.clientId }
  const challenge = VERIFIER.test(given.verifier)
    ? createHash('sha256').update(given.verifier).digest('base64url')
    : 'none'
  const connection = await app.database.transaction(async tx => {
    const bound = { ...code, redirect_uri: given.redirectUri, code_challenge: challenge }
    const row = await exchangeCode(tx, bound, { ...hashes, family_hash: hashSecret(family) }, at)
    if (!row) return endIn(app, tx, code).then(() => undefined)
    await keepClient(tx, row.client_id, at + CLIENT_MS)
    tx.append({
      kind: 'agent.connected',
      actorId: row.account_id,
      data: { accountId: row.account_id, name: await clientName(tx, row.client_id) },
    })
    return row
  })
  if (!connection) throw new OAuthError('invalid_grant', 'The code is unknown, was used, has expired or is not yours')
  return { ...tokens, scope: connection.scope }
}

/**
 * Exchanges a refresh token for new tokens; the old ones end. One that was exchanged before ends the connection: two
 * programs have it, and one of them is not the agent.
 * @throws OAuthError 400
 */
export async function refresh(app: App, given: { token: string; clientId: string }): Promise<IssuedTokens> {
  const family = REFRESH_TOKEN.exec(given.token)?.[1]
  const refused = () => new OAuthError('invalid_grant', 'The refresh token is unknown, was used or has expired')
  if (family === undefined) throw refused()
  const ofFamily = { family_hash: hashSecret(family), client_id: given.clientId }
  const accountId = await accountOfFamily(app, ofFamily.family_hash)
  const account = accountId === undefined ? undefined : await findAccount(app, { id: accountId })
  // It goes on when the account is enabled again, as personal access tokens do.
  if (account?.active !== 1) throw refused()
  const at = now(app)
  const { tokens, hashes } = newTokens(family, at)
  const connection = await app.database.transaction(
    async tx => {
      const row = await replaceTokens(tx, { ...ofFamily, refresh_hash: hashSecret(given.token) }, hashes, at)
      if (!row) return endIn(app, tx, ofFamily).then(() => undefined)
      await keepClient(tx, row.client_id, at + CLIENT_MS)
      accessChanged(app, tx)
      return row
    },
    { invalidates: false },
  )
  if (!connection) throw refused()
  return { ...tokens, scope: connection.scope }
}

/** Ends the connection that a token of this client belongs to, if there is one. */
export async function revoke(app: App, token: string, clientId: string): Promise<void> {
  const family = REFRESH_TOKEN.exec(token)?.[1]
  const ref = family === undefined ? { access_hash: hashSecret(token) } : { family_hash: hashSecret(family) }
  await end(app, { ...ref, client_id: clientId })
}

/** Ends a connection at once. @returns false when there is none */
export async function end(app: App, ref: ConnectionRef): Promise<boolean> {
  return app.database.transaction(tx => endIn(app, tx, ref), { invalidates: false })
}

async function endIn(app: App, tx: WriteTransaction, ref: ConnectionRef): Promise<boolean> {
  const ended = await deleteConnection(tx, ref)
  if (!ended) return false
  accessChanged(app, tx)
  if (ended.connected_at === null) return true
  tx.append({
    kind: 'agent.disconnected',
    // A program that presents its tokens acts for the user, too.
    actorId: ended.account_id,
    data: { accountId: ended.account_id, name: await clientName(tx, ended.client_id) },
  })
  return true
}

/** The unexpired access token with this hash. Notes its use. */
export async function findAccess(app: App, hash: string): Promise<IssuedToken | undefined> {
  const at = now(app)
  const connection = await connectionWithToken(app, hash)
  const expiresAt = connection?.access_expires_at ?? 0
  if (!connection || expiresAt <= at) return undefined
  noteLater(app, connection, at)
  return { accountId: connection.account_id, scope: connection.scope, expiresAt }
}

function noteLater(app: App, { id, last_used_at: before }: AgentConnection, at: number): void {
  if ((before ?? 0) >= at - LAST_USED_MS) return
  deferredWrites(app).add(`agent connection ${id}`, () => tx => noteUse(tx, id, at))
}

/** Tokens of a family, and their hashes, which alone are stored. */
function newTokens(family: string, at: number): { tokens: Omit<IssuedTokens, 'scope'>; hashes: TokenHashes } {
  const accessToken = ACCESS_PREFIX + random(32)
  const refreshToken = `${REFRESH_PREFIX}${family}.${random(24)}`
  return {
    tokens: { accessToken, refreshToken },
    hashes: {
      access_hash: hashSecret(accessToken),
      access_expires_at: at + ACCESS_MS,
      refresh_hash: hashSecret(refreshToken),
      expires_at: at + REFRESH_MS,
    },
  }
}

function random(bytes: number): string {
  return randomBytes(bytes).toString('base64url')
}
