import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { App } from '#platform/server/app.ts'
import type { Authentication } from '#platform/server/context.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import { recentlyUsed } from '#platform/server/recently-used.ts'
import { Turns } from '#platform/server/turns.ts'
import { AccessMemory } from '../access.ts'
import { now } from '../clock.ts'
import { tokenIssuers, type IssuedToken } from '../extension-points.ts'
import { hasAccounts, notSetUp } from '../first-start.ts'
import { nameKey } from '../names.ts'
import { issuerFor } from '../tokens/challenge.ts'
import { findToken } from '../tokens/tokens.ts'
import { accountsMailedAt, findAccount } from '../users/store.ts'
import { anonymousViewer, viewerOf, type Account } from '../viewer.ts'
import { verifyPassword } from './passwords.ts'
import { hashSecret } from './secrets.ts'
import { findSession, SESSION_COOKIE } from './sessions.ts'
import { SignInThrottle, subjectOf } from './throttle.ts'

/** How long a correct Basic password is cached (as a keyed hash, in memory), since argon2id costs 30 ms. */
const BASIC_CACHE_MS = 5 * 60 * 1000
const CACHE_SIZE = 10_000
/** Passwords compared at a time: each takes 19 MiB and a thread of the pool that also serves files. */
const COMPARED_AT_ONCE = 2
const MOST_WAITING = 500
const FORCE_BASIC = /[?&]os_authType=basic(?:&|$)/

/**
 * Finds out who asks: `Authorization` (Basic with user name or e-mail address, or Bearer with a personal access token),
 * else the session cookie, else anonymous. Cached for a second, or until this process changes who may do what,
 * whichever is first: a busy client costs a cache look-up instead of four queries a request.
 */
export class Authenticator {
  readonly throttle: SignInThrottle
  #app: App
  #basicKey = randomBytes(32)
  #basic = recentlyUsed<string, { accountId: number; passwordHash: string }>(CACHE_SIZE, { ttl: BASIC_CACHE_MS })
  #checks = new Map<string, Promise<Account | undefined>>()
  #memory: AccessMemory<Authentication>
  readonly #comparing = new Turns({
    atOnce: COMPARED_AT_ONCE,
    mostWaiting: MOST_WAITING,
    refusal: () =>
      new HttpError(429, 'Too many people are signing in at this moment. Try again in a second.', {
        headers: { 'retry-after': '1' },
      }),
  })
  #setUp = false

  constructor(app: App) {
    this.#app = app
    this.#memory = new AccessMemory(app)
    this.throttle = new SignInThrottle(() => now(app), app.peers)
  }

  /** @throws HttpError 401 when credentials are given and wrong: never falls back to anonymous silently. */
  async authenticate(request: FastifyRequest): Promise<Authentication> {
    const header = request.headers.authorization
    if (header !== undefined) {
      const space = header.indexOf(' ')
      const scheme = header.slice(0, Math.max(space, 0)).toLowerCase()
      const value = header.slice(space + 1).trim()
      if (scheme === 'basic') return this.#basicAuthentication(value, request.ip)
      if (scheme === 'bearer') return this.#tokenAuthentication(value, request)
      throw unauthorised('Use Basic or Bearer authentication', { forPrograms: true })
    }
    const cookie = readCookie(request.headers.cookie, SESSION_COOKIE)
    const session = cookie ? await this.#sessionAuthentication(cookie) : undefined
    if (session) return session
    // So a browser, or a client that waits to be asked, is made to send credentials.
    if (FORCE_BASIC.test(request.url)) throw unauthorised('Sign in to see this')
    return this.#anonymous()
  }

  /**
   * Checks a user name (or e-mail address) and password, slowing down after failures.
   * @returns the account, or undefined when either is wrong
   * @throws HttpError 429 with `Retry-After` while the account, the name that none has, or the address is held back
   */
  async checkPassword(name: string, password: string, address: string): Promise<Account | undefined> {
    await this.#requireSetUp()
    // The throttle is asked in turn, so that many tries at once cannot slip through before the first has failed.
    return this.#comparing.take(async () => {
      const account = await findByNameOrEmail(this.#app, name)
      const subject = subjectOf(name, account)
      this.throttle.check(subject, address)
      const right = await verifyPassword(account?.password_hash ?? null, password)
      if (!right || !account || account.active !== 1) {
        await this.throttle.failed(subject, address)
        return undefined
      }
      await this.throttle.succeeded(subject, address)
      return account
    })
  }

  /**
   * Whether so many tries for this name have failed, from this address or all, that more than a password is asked for.
   */
  async needsProof(name: string, address: string): Promise<boolean> {
    return this.throttle.needsProof(subjectOf(name, await findByNameOrEmail(this.#app, name)), address)
  }

  async #basicAuthentication(value: string, address: string): Promise<Authentication> {
    const decoded = Buffer.from(value, 'base64').toString('utf8')
    const colon = decoded.indexOf(':')
    if (colon < 0) throw unauthorised('The Basic credentials are malformed', { forPrograms: true })
    const key = createHmac('sha256', this.#basicKey).update(decoded).digest('base64')
    return this.#memory.get(`basic ${key}`, async () => {
      const cached = this.#basic.get(key)
      if (cached) {
        const account = await findAccount(this.#app, { id: cached.accountId })
        // A changed password or a disabled account invalidates the cached one at once.
        if (account?.active === 1 && account.password_hash === cached.passwordHash)
          return { value: await this.#of(account, 'basic') }
        this.#basic.delete(key)
      }
      const account = await this.#checkOnce(key, decoded.slice(0, colon), decoded.slice(colon + 1), address)
      if (!account) throw unauthorised('The user name or password is wrong', { forPrograms: true })
      if (account.password_hash) this.#basic.set(key, { accountId: account.id, passwordHash: account.password_hash })
      return { value: await this.#of(account, 'basic') }
    })
  }

  /** A client that opens many connections at once with the same credentials costs one comparison. */
  #checkOnce(key: string, name: string, password: string, address: string): Promise<Account | undefined> {
    const shared = `${address} ${key}`
    const running = this.#checks.get(shared)
    if (running) return running
    const check = this.checkPassword(name, password, address).finally(() => this.#checks.delete(shared))
    this.#checks.set(shared, check)
    return check
  }

  async #tokenAuthentication(token: string, request: FastifyRequest): Promise<Authentication> {
    const issuer = issuerFor(this.#app, request)
    const offered = issuer?.challenge()
    const challenge = offered && `${offered}, error="invalid_token"`
    const issuedBy = this.#app.extensions.all(tokenIssuers).find(({ prefix }) => token.startsWith(prefix))
    if (issuedBy && issuedBy !== issuer)
      throw unauthorised('This access token is for another address of the wiki', { forPrograms: true, challenge })
    const hash = hashSecret(token)
    return this.#memory.get(`token ${hash}`, async () => {
      await this.#requireSetUp()
      const found = await (issuedBy ? issuedBy.find(hash) : findPersonal(this.#app, hash))
      if (!found) throw unauthorised('The access token is unknown or has expired', { forPrograms: true, challenge })
      const account = await findAccount(this.#app, { id: found.accountId })
      if (account?.active !== 1)
        throw unauthorised('The account of this access token is disabled', { forPrograms: true, challenge })
      const value = await this.#of(account, 'token')
      return { value: found.scope === 'read' ? { ...value, mayOnlyRead: true } : value, expiresAt: found.expiresAt }
    })
  }

  #sessionAuthentication(cookie: string): Promise<Authentication | undefined> {
    const hash = hashSecret(cookie)
    return this.#memory.get(`session ${hash}`, async () => {
      const session = await findSession(this.#app, hash)
      if (session?.account.active !== 1) return undefined
      const viewer = await viewerOf(this.#app, session.account)
      return {
        value: { viewer, method: 'session', xsrfToken: session.xsrfToken, sessionId: session.id },
        expiresAt: session.expiresAt,
      }
    })
  }

  #anonymous(): Promise<Authentication> {
    return this.#memory.get('anonymous', async () => ({
      value: { viewer: await anonymousViewer(this.#app), method: 'anonymous', xsrfToken: '' },
    }))
  }

  async #of(account: Account, method: 'basic' | 'token'): Promise<Authentication> {
    return { viewer: await viewerOf(this.#app, account), method, xsrfToken: '' }
  }

  /** Before the first account exists no credentials can be right, which is another thing than wrong ones. */
  async #requireSetUp(): Promise<void> {
    this.#setUp ||= await hasAccounts(this.#app)
    if (!this.#setUp) throw notSetUp(this.#app)
  }
}

interface Refusal {
  forPrograms?: boolean
  challenge?: string | undefined
}

function unauthorised(
  key: string,
  { forPrograms = false, challenge = 'Basic realm="Oxbow", charset="UTF-8"' }: Refusal = {},
): HttpError {
  return new HttpError(401, key, { forPrograms, headers: { 'www-authenticate': challenge } })
}

async function findPersonal(app: App, hash: string): Promise<IssuedToken | undefined> {
  const token = await findToken(app, hash)
  return token && { accountId: token.account_id, scope: token.scope, expiresAt: token.expires_at }
}

/** An account by user name, else by an e-mail address that only one active account has. */
export async function findByNameOrEmail(app: App, name: string): Promise<Account | undefined> {
  const byName = await findAccount(app, { username: name })
  if (byName || !nameKey(name).includes('@')) return byName
  const byEmail = await accountsMailedAt(app, name, 2)
  return byEmail.length === 1 ? byEmail[0] : undefined
}

/** A cookie by name, before the request is parsed. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined
  for (const part of header.split(';')) {
    const mark = part.indexOf('=')
    if (mark > 0 && part.slice(0, mark).trim() === name) return part.slice(mark + 1).trim()
  }
  return undefined
}
