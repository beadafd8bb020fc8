import { LRUCache } from 'lru-cache'
import { HttpError } from '#platform/server/http/errors.ts'
import { nameKey } from './names.ts'

/** Failures that cost nothing yet. */
const FREE_FAILURES = 5
const FIRST_DELAY_MS = 1000
const MAX_DELAY_MS = 15 * 60 * 1000
/** An address may try many names (an office behind one address), so it is held back later. */
const ADDRESS_FREE_FAILURES = 50
const MEMORY = 50_000

interface Failures {
  count: number
  /** Epoch milliseconds before which no further try is looked at. */
  blockedUntil: number
}

/**
 * Slows down guessing: after some failures each further one doubles the wait, per user name and per address. No account
 * is ever locked for good, so nobody can lock out another.
 */
export class SignInThrottle {
  #failures = new LRUCache<string, Failures>({ max: MEMORY, ttl: 60 * 60 * 1000 })
  #now: () => number

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** @throws HttpError 429 with `Retry-After` while held back */
  check(name: string, address: string): void {
    const now = this.#now()
    for (const key of [`name ${nameKey(name)}`, `address ${address}`]) {
      const entry = this.#failures.get(key)
      if (entry && entry.blockedUntil > now) {
        const seconds = Math.ceil((entry.blockedUntil - now) / 1000)
        throw new HttpError(429, `Too many failed attempts to sign in. Try again in ${seconds} s.`, {
          headers: { 'retry-after': String(seconds) },
        })
      }
    }
  }

  failed(name: string, address: string): void {
    this.#count(`name ${nameKey(name)}`, FREE_FAILURES)
    this.#count(`address ${address}`, ADDRESS_FREE_FAILURES)
  }

  succeeded(name: string, _address: string): void {
    this.#failures.delete(`name ${nameKey(name)}`)
  }

  #count(key: string, free: number): void {
    const count = (this.#failures.get(key)?.count ?? 0) + 1
    const delay = count < free ? 0 : Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(count - free, 30))
    this.#failures.set(key, { count, blockedUntil: this.#now() + delay })
  }
}
