import { randomBytes } from 'node:crypto'
import type { App } from '#platform/server/app.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { deferredWrites } from '#platform/server/deferred-writes.ts'
import { isOutOfSpace } from '#platform/server/no-space.ts'
import { accessChanged, clearAccessCache } from '../access.ts'
import { now } from '../clock.ts'
import { deleteExpiredResetLinks } from '../reset/store.ts'
import type { SessionTable } from '../tables.ts'
import { accountBy, changeAccount, findAccount } from '../users/store.ts'
import type { Account } from '../viewer.ts'
import { hashSecret } from './secrets.ts'
import {
  changeSession,
  deleteExpiredSessions,
  deleteSession,
  endOldestSessions,
  hasSession,
  insertSession,
  sessionWithAccount,
} from './sessions-store.ts'
import { unsavedSessions, type UnsavedSession } from './unsaved-sessions.ts'

/** Name that tools of the old product look for. */
export const SESSION_COOKIE = 'JSESSIONID'
const HOUR = 60 * 60 * 1000
const SESSION_MS = 12 * HOUR
const LONG_SESSION_MS = 30 * 24 * HOUR
/** `seen_at` and the sliding expiry are written at most this often. */
const TOUCH_MS = 5 * 60 * 1000
/** Sessions stored per account; signing in once more ends those not seen for longest. */
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
  const unsaved = unsavedSessions(app)
  if (unsaved.isDue(at)) await saveSessions(app)
  if (unsaved.hasEnded(id)) return undefined
  const inMemory = unsaved.get(id)
  if (inMemory) return sessionInMemory(app, inMemory)
  const row = await sessionWithAccount(app, id)
  if (!row || row.expires_at <= at) return undefined
  if (row.seen_at < at - TOUCH_MS) {
    const seen = { seen_at: at, expires_at: at + lifeOf(row.remember === 1) }
    deferredWrites(app).add(`session ${id}`, () => tx => changeSession(tx, id, seen))
  }
  return { id, xsrfToken: row.xsrf_token, expiresAt: row.expires_at, account: row }
}

async function sessionInMemory(app: App, { row, passwordHash }: UnsavedSession): Promise<Session | undefined> {
  const account = await findAccount(app, { id: row.account_id })
  if (!account || account.password_hash !== passwordHash || row.expires_at <= now(app)) return undefined
  return { id: row.id, xsrfToken: row.xsrf_token, expiresAt: row.expires_at, account }
}

function lifeOf(remember: boolean): number {
  return remember ? LONG_SESSION_MS : SESSION_MS
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
  /** The session that the browser had, which ends: its cookie may be known to another person. */
  replaces?: string | undefined
}

/** Signs an account in, in a separate transaction; in memory while the disk is full. */
export async function createSession(
  app: App,
  account: Pick<Account, 'id' | 'password_hash'>,
  options: SessionOptions,
): Promise<NewSession> {
  const { row, given } = newSession(app, account.id, options)
  try {
    await app.database.transaction(tx => storeSession(app, tx, row, options.replaces), { invalidates: false })
  } catch (error) {
    if (!isOutOfSpace(error)) throw error
    app.log.error({ err: error, accountId: account.id }, 'the disk is full: a session is kept in memory')
    await unsavedSessions(app).begin({ row, passwordHash: account.password_hash })
    if (options.replaces) await unsavedSessions(app).end(options.replaces)
    await clearAccessCache(app)
  }
  return given
}

/** Signs an account in: stores the session, ends the one it replaces and the oldest beyond {@link MAX_SESSIONS}. */
export async function createSessionIn(
  app: App,
  tx: WriteTransaction,
  accountId: number,
  options: SessionOptions,
): Promise<NewSession> {
  const { row, given } = newSession(app, accountId, options)
  await storeSession(app, tx, row, options.replaces)
  return given
}

function newSession(
  app: App,
  accountId: number,
  { remember, userAgent, address }: SessionOptions,
): { row: SessionTable; given: NewSession } {
  const cookie = randomBytes(32).toString('hex')
  const xsrfToken = randomBytes(20).toString('hex')
  const at = now(app)
  return {
    row: {
      id: hashSecret(cookie),
      account_id: accountId,
      xsrf_token: xsrfToken,
      created_at: at,
      seen_at: at,
      expires_at: at + lifeOf(remember),
      remember: remember ? 1 : 0,
      user_agent: userAgent.slice(0, MAX_USER_AGENT),
      address,
      elevated_until: null,
    },
    given: { cookie, xsrfToken, maxAge: remember ? LONG_SESSION_MS / 1000 : undefined },
  }
}

async function storeSession(app: App, tx: WriteTransaction, row: SessionTable, replaces?: string): Promise<void> {
  if (replaces) await deleteSession(tx, replaces)
  await insertSession(tx, row)
  await endOldestSessions(tx, row.account_id, MAX_SESSIONS)
  await changeAccount(tx, row.account_id, { last_login_at: row.created_at })
  tx.append({ kind: 'account.signed-in', actorId: row.account_id })
  accessChanged(app, tx)
}

/** Stores what happened to sessions while the disk was full, if there is space again. */
export async function saveSessions(app: App): Promise<void> {
  const unsaved = unsavedSessions(app)
  try {
    for (const { row, passwordHash } of unsaved.begun()) {
      await app.database.transaction(
        async tx => {
          const account = await accountBy(tx.db, { id: row.account_id })
          const stored = await hasSession(tx, row.id)
          if (account?.password_hash === passwordHash && !stored) await storeSession(app, tx, row)
        },
        { invalidates: false },
      )
      await unsaved.saved(row.id)
    }
    for (const id of unsaved.ended()) {
      await app.database.transaction(tx => deleteSession(tx, id), { invalidates: false })
      await unsaved.saved(id)
    }
  } catch (error) {
    if (!isOutOfSpace(error)) throw error
  }
}

/** Signs one browser out. */
export async function endSession(app: App, sessionId: string): Promise<void> {
  try {
    await app.database.transaction(
      async tx => {
        await deleteSession(tx, sessionId)
        accessChanged(app, tx)
      },
      { invalidates: false },
    )
    await unsavedSessions(app).saved(sessionId)
  } catch (error) {
    if (!isOutOfSpace(error)) throw error
    await unsavedSessions(app).end(sessionId)
    await clearAccessCache(app)
  }
}

/** Removes expired sessions and password resets. */
export async function sweepSessions(app: App): Promise<void> {
  await saveSessions(app)
  const at = now(app)
  await app.database.transaction(
    async tx => {
      await deleteExpiredSessions(tx, at)
      await deleteExpiredResetLinks(tx, at)
    },
    { invalidates: false },
  )
}
