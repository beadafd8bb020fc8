import { randomBytes } from 'node:crypto'
import type { App } from '#platform/server/app.ts'
import { hashSecret } from './secrets.ts'
import type { Account } from './viewer.ts'

/** Name that tools of the old product look for. */
export const SESSION_COOKIE = 'JSESSIONID'
const HOUR = 60 * 60 * 1000
const SESSION_MS = 12 * HOUR
const REMEMBERED_MS = 30 * 24 * HOUR
/** `seen_at` and the sliding expiry are written at most this often. */
const TOUCH_MS = 5 * 60 * 1000

export interface Session {
  id: string
  xsrf_token: string
  elevated_until: number | null
  account: Account
}

/** The session of a cookie's value, or undefined when unknown or expired. Slides its expiry. */
export async function findSession(app: App, cookie: string): Promise<Session | undefined> {
  const now = Date.now()
  const id = hashSecret(cookie)
  const row = await app.database.read.selectFrom('session').innerJoin('account', 'account.id', 'session.account_id')
    .selectAll('account')
    .select(['session.xsrf_token', 'session.seen_at', 'session.remember', 'session.expires_at', 'session.elevated_until'])
    .where('session.id', '=', id).executeTakeFirst()
  if (!row || row.expires_at <= now) return undefined
  if (row.seen_at < now - TOUCH_MS) {
    const expires = now + (row.remember ? REMEMBERED_MS : SESSION_MS)
    await app.database.transaction(async tx => {
      await tx.db.updateTable('session').set({ seen_at: now, expires_at: expires }).where('id', '=', id).execute()
    })
  }
  return { id, xsrf_token: row.xsrf_token, elevated_until: row.elevated_until, account: row }
}

export interface NewSession {
  /** Value for the cookie; only its hash is stored. */
  cookie: string
  xsrfToken: string
  /** Seconds for the cookie's `Max-Age`, or undefined for a cookie that ends with the browser. */
  maxAge: number | undefined
}

export async function createSession(
  app: App,
  accountId: number,
  options: { remember: boolean; userAgent: string; address: string },
): Promise<NewSession> {
  const cookie = randomBytes(32).toString('hex')
  const xsrfToken = randomBytes(20).toString('hex')
  const now = Date.now()
  await app.database.transaction(async tx => {
    await tx.db.insertInto('session').values({
      id: hashSecret(cookie),
      account_id: accountId,
      xsrf_token: xsrfToken,
      created_at: now,
      seen_at: now,
      expires_at: now + (options.remember ? REMEMBERED_MS : SESSION_MS),
      remember: options.remember ? 1 : 0,
      user_agent: options.userAgent.slice(0, 300),
      address: options.address,
      elevated_until: null,
    }).execute()
    await tx.db.updateTable('account').set({ last_login_at: now }).where('id', '=', accountId).execute()
    tx.append({ kind: 'account.signed-in', actorId: accountId })
  })
  return { cookie, xsrfToken, maxAge: options.remember ? REMEMBERED_MS / 1000 : undefined }
}

export async function endSession(app: App, sessionId: string): Promise<void> {
  await app.database.transaction(async tx => {
    await tx.db.deleteFrom('session').where('id', '=', sessionId).execute()
  })
}

/** Ends every session of an account, e.g. after its password changed; `except` stays. */
export async function endSessionsOf(app: App, accountId: number, except?: string): Promise<void> {
  await app.database.transaction(async tx => {
    let query = tx.db.deleteFrom('session').where('account_id', '=', accountId)
    if (except) query = query.where('id', '<>', except)
    await query.execute()
  })
}

/** Removes expired sessions and used-up password resets. */
export async function sweepSessions(app: App): Promise<void> {
  const now = Date.now()
  await app.database.transaction(async tx => {
    await tx.db.deleteFrom('session').where('expires_at', '<=', now).execute()
    await tx.db.deleteFrom('password_reset').where('expires_at', '<=', now).execute()
  })
}
