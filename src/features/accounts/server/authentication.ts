import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { App } from '#platform/server/app.ts'
import type { Authentication } from '#platform/server/context.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import { SignInThrottle } from './throttle.ts'
import { nameKey } from './names.ts'
import { verifyPassword } from './passwords.ts'
import { hashSecret } from './secrets.ts'
import { SESSION_COOKIE, findSession } from './sessions.ts'
import { anonymousViewer, viewerOf, type Account } from './viewer.ts'

/** Personal access tokens carry this prefix, so that secret scanners find them. */
export const TOKEN_PREFIX = 'oxb_'
/** How long a Basic password that was right is remembered (as a keyed hash, in memory), since argon2id costs 30 ms. */
const BASIC_CACHE_MS = 5 * 60 * 1000
const BASIC_CACHE_SIZE = 10_000
/** A token's last use is written at most this often. */
const LAST_USED_MS = 60 * 1000


/**
 * Finds out who asks: `Authorization` (Basic with user name or e-mail address, or Bearer with a personal access token),
 * else the session cookie, else anonymous.
 */
export class Authenticator {
  readonly throttle: SignInThrottle
  #app: App
  #basicKey = randomBytes(32)
  #basic = new LRUCache<string, { accountId: number; passwordHash: string }>({ max: BASIC_CACHE_SIZE, ttl: BASIC_CACHE_MS })

  constructor(app: App) {
    this.#app = app
    this.throttle = new SignInThrottle()
  }

  /** @throws HttpError 401 when credentials are given and wrong: never falls back to anonymous silently. */
  async authenticate(request: FastifyRequest): Promise<Authentication> {
    const header = request.headers.authorization
    if (header !== undefined) {
      const space = header.indexOf(' ')
      const scheme = header.slice(0, space).toLowerCase()
      const value = header.slice(space + 1).trim()
      if (scheme === 'basic') return this.#basicAuthentication(value, request.ip)
      if (scheme === 'bearer') return this.#tokenAuthentication(value)
      throw unauthorised('Use Basic or Bearer authentication')
    }
    const cookie = readCookie(request.headers.cookie, SESSION_COOKIE)
    if (cookie !== undefined) {
      const session = await findSession(this.#app, cookie)
      if (session) {
        const viewer = await viewerOf(this.#app, session.account)
        if (session.account.active === 1) {
          return { viewer, method: 'session', xsrfToken: session.xsrf_token, sessionId: session.id }
        }
      }
    }
    return { viewer: await anonymousViewer(this.#app), method: 'anonymous', xsrfToken: '' }
  }

  /**
   * Checks a user name (or e-mail address) and password, slowing down after failures.
   * @returns the account, or undefined when either is wrong
   * @throws HttpError 429 with `Retry-After` while the name or address is held back
   */
  async checkPassword(name: string, password: string, address: string): Promise<Account | undefined> {
    this.throttle.check(name, address)
    const account = await findByNameOrEmail(this.#app, name)
    const right = await verifyPassword(account?.password_hash ?? null, password)
    if (!right || !account || account.active !== 1) {
      this.throttle.failed(name, address)
      return undefined
    }
    this.throttle.succeeded(name, address)
    return account
  }

  async #basicAuthentication(value: string, address: string): Promise<Authentication> {
    const decoded = Buffer.from(value, 'base64').toString('utf8')
    const colon = decoded.indexOf(':')
    if (colon < 0) throw unauthorised('The Basic credentials are malformed')
    const cacheKey = createHmac('sha256', this.#basicKey).update(decoded).digest('base64')
    const cached = this.#basic.get(cacheKey)
    if (cached) {
      const account = await this.#app.database.read.selectFrom('account').selectAll()
        .where('id', '=', cached.accountId).executeTakeFirst()
      // A changed password or a disabled account ends the remembered one at once.
      if (account?.active === 1 && account.password_hash === cached.passwordHash) return this.#authenticated(account, 'basic')
      this.#basic.delete(cacheKey)
    }
    const account = await this.checkPassword(decoded.slice(0, colon), decoded.slice(colon + 1), address)
    if (!account) throw unauthorised('The user name or password is wrong')
    this.#basic.set(cacheKey, { accountId: account.id, passwordHash: account.password_hash! })
    return this.#authenticated(account, 'basic')
  }

  async #tokenAuthentication(token: string): Promise<Authentication> {
    const { database } = this.#app
    const row = await database.read.selectFrom('access_token').selectAll()
      .where('token_hash', '=', hashSecret(token)).executeTakeFirst()
    const now = Date.now()
    if (!row || (row.expires_at !== null && row.expires_at <= now)) throw unauthorised('The access token is unknown or has expired')
    const account = await database.read.selectFrom('account').selectAll().where('id', '=', row.account_id).executeTakeFirst()
    if (account?.active !== 1) throw unauthorised('The account of this access token is disabled')
    if ((row.last_used_at ?? 0) < now - LAST_USED_MS) {
      await database.transaction(async tx => {
        await tx.db.updateTable('access_token').set({ last_used_at: now }).where('id', '=', row.id).execute()
      })
    }
    return this.#authenticated(account, 'token')
  }

  async #authenticated(account: Account, method: 'basic' | 'token'): Promise<Authentication> {
    return { viewer: await viewerOf(this.#app, account), method, xsrfToken: '' }
  }
}

function unauthorised(message: string): HttpError {
  return new HttpError(401, message, { headers: { 'www-authenticate': 'Basic realm="Oxbow", charset="UTF-8"' } })
}

/** An account by user name, else by an e-mail address that only one active account has. */
export async function findByNameOrEmail(app: App, name: string): Promise<Account | undefined> {
  const { read } = app.database
  const folded = nameKey(name)
  const byName = await read.selectFrom('account').selectAll().where('username_key', '=', folded).executeTakeFirst()
  if (byName || !folded.includes('@')) return byName
  const byEmail = await read.selectFrom('account').selectAll()
    .where('email_key', '=', folded).where('active', '=', 1).limit(2).execute()
  return byEmail.length === 1 ? byEmail[0] : undefined
}

export function readCookie(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined
  for (const part of header.split(';')) {
    const mark = part.indexOf('=')
    if (mark > 0 && part.slice(0, mark).trim() === name) return part.slice(mark + 1).trim()
  }
  return undefined
}
