import { randomBytes } from 'node:crypto'
import type { App } from '#platform/server/app.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { accessChanged } from '../access.ts'
import { now } from '../clock.ts'
import type { Account } from '../viewer.ts'
import { hashSecret } from './secrets.ts'

/** Name that tools of the old product look for. */
export const SESSION_COOKIE = 'JSESSIONID'
const HOUR = 60 * 60 * 1000
const SESSION_MS = 12 * HOUR
const REMEMBERED_MS = 30 * 24 * HOUR
/** `seen_at` and the sliding expiry are written at most this often. */
const TOUCH_MS = 5 * 60 * 1000
/** Sessions kept per account; signing in once more ends those not seen for longest. */
export const MAX_SESSIONS = 100
const MAX_USER_AGENT = 300

export interface Session {
  id: string
  xsrfToken: string
  expiresAt: number
  account: Account
}

/** The session whose cookie has this hash, or undefined when unknown or expired. Slides its expiry. */
export async function findSession(app: App, id: string): Promise<Session | undefined> {
  const at = now(app)
  const row = await app.database.read.selectFrom('session').innerJoin('account', 'account.id', 'session.account_id')
    .selectAll('account')
    .select(['session.xsrf_token', 'session.seen_at', 'session.remember', 'session.expires_at'])
    .where('session.id', '=', id).executeTakeFirst()
  if (!row || row.expires_at <= at) return undefined
  let expiresAt = row.expires_at
  if (row.seen_at < at - TOUCH_MS) {
    expiresAt = at + lifeOf(row.remember === 1)
    await app.database.transaction(async tx => {
      await tx.db.updateTable('session').set({ seen_at: at, expires_at: expiresAt }).where('id', '=', id).execute()
    }, { housekeeping: true })
  }
  return { id, xsrfToken: row.xsrf_token, expiresAt, account: row }
}

function lifeOf(remember: boolean): number {
  return remember ? REMEMBERED_MS : SESSION_MS
}

export interface NewSession {
  /** Value for the cookie; only its hash is stored. */
  cookie: string
  xsrfToken: string
  /** Seconds for the cookie's `Max-Age`, or undefined for a cookie that ends with the browser. */
  maxAge: number | undefined
}

export interface SessionOptions {
  remember: boolean
  userAgent: string
  address: string
  /** The session that the browser had, which ends: its cookie may be known to somebody else. */
  replaces?: string | undefined
}

/** Signs an account in, in a transaction of its own. */
export async function createSession(app: App, accountId: number, options: SessionOptions): Promise<NewSession> {
  return app.database.transaction(tx => createSessionIn(app, tx, accountId, options))
}

/** Signs an account in: stores the session, ends the one it replaces and the oldest beyond {@link MAX_SESSIONS}. */
export async function createSessionIn(
  app: App,
  tx: WriteTransaction,
  accountId: number,
  options: SessionOptions,
): Promise<NewSession> {
  const cookie = randomBytes(32).toString('hex')
  const xsrfToken = randomBytes(20).toString('hex')
  const at = now(app)
  if (options.replaces) await tx.db.deleteFrom('session').where('id', '=', options.replaces).execute()
  await tx.db.insertInto('session').values({
    id: hashSecret(cookie),
    account_id: accountId,
    xsrf_token: xsrfToken,
    created_at: at,
    seen_at: at,
    expires_at: at + lifeOf(options.remember),
    remember: options.remember ? 1 : 0,
    user_agent: options.userAgent.slice(0, MAX_USER_AGENT),
    address: options.address,
    elevated_until: null,
  }).execute()
  await endOldest(tx, accountId)
  await tx.db.updateTable('account').set({ last_login_at: at }).where('id', '=', accountId).execute()
  tx.append({ kind: 'account.signed-in', actorId: accountId })
  accessChanged(app, tx)
  return { cookie, xsrfToken, maxAge: options.remember ? REMEMBERED_MS / 1000 : undefined }
}

async function endOldest(tx: WriteTransaction, accountId: number): Promise<void> {
  const surplus = await tx.db.selectFrom('session').select('id').where('account_id', '=', accountId)
    .orderBy('seen_at', 'desc').orderBy('id').offset(MAX_SESSIONS).limit(MAX_SESSIONS).execute()
  if (surplus.length > 0) await tx.db.deleteFrom('session').where('id', 'in', surplus.map(row => row.id)).execute()
}

/** Signs one browser out. */
export async function endSession(app: App, sessionId: string): Promise<void> {
  await app.database.transaction(async tx => {
    await tx.db.deleteFrom('session').where('id', '=', sessionId).execute()
    accessChanged(app, tx)
  })
}

/** Ends every session of an account, e.g. after its password changed; `except` stays. The caller says that access changed. */
export async function endSessionsIn(tx: WriteTransaction, accountId: number, except?: string): Promise<void> {
  let query = tx.db.deleteFrom('session').where('account_id', '=', accountId)
  if (except) query = query.where('id', '<>', except)
  await query.execute()
}

/** Removes expired sessions and password resets. */
export async function sweepSessions(app: App): Promise<void> {
  const at = now(app)
  await app.database.transaction(async tx => {
    await tx.db.deleteFrom('session').where('expires_at', '<=', at).execute()
    await tx.db.deleteFrom('password_reset').where('expires_at', '<=', at).execute()
  })
}
