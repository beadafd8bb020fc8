import type { LRUCache } from 'lru-cache'
import { HttpError } from '#platform/server/http/errors.ts'
import { NO_PEERS, type Peers } from '#platform/server/processes/index.ts'
import { recentlyUsed } from '#platform/server/recently-used.ts'
import { nameKey } from '../names.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const EXPIRY_MS = 60 * MINUTE
/** Keys held at most; beyond, the least recently used are evicted, so that guessing cannot fill the memory. */
const MEMORY = 50_000
const MAX_NAME = 256

interface Rule {
  /** Failures that cost nothing yet. */
  readonly free: number
  /** Failures after which more than a password is asked for. */
  readonly proofAfter: number
  readonly longest: number
}

/** One account tried from one address: the usual guessing, held back soon and long. */
const PAIR: Rule = { free: 5, proofAfter: 3, longest: 15 * MINUTE }
/** One account from many addresses. Held back late and shortly, so that no user can lock another one out for long. */
const NAME: Rule = { free: 100, proofAfter: 10, longest: MINUTE }
/**
 * Many names from one address. A whole office may share one, or everybody behind a proxy that is not trusted, and
 * people mistype: held back so late and so shortly that guessing becomes slow while others hardly notice.
 */
const ADDRESS: Rule = { free: 100, proofAfter: Infinity, longest: 15 * SECOND }

interface Failures {
  count: number
  /** Epoch milliseconds before which no further try is looked at. */
  blockedUntil: number
}

const TRIED = 'accounts.sign-in'
const ENTRIES = 'accounts.sign-in-failures'

type Entries = ReturnType<LRUCache<string, Failures>['dump']>

interface Tried {
  readonly isRight: boolean
  readonly subject: string
  readonly address: string
}

/** Slows down guessing: after some failures each further one doubles the wait. No account is ever locked for good. */
export class SignInThrottle {
  #failures: LRUCache<string, Failures>
  #now: () => number
  #peers: Peers

  /** @param peers with whom it counts together: guessing is held back by the server, whichever process answers */
  constructor(now: () => number = Date.now, peers: Peers = NO_PEERS) {
    this.#now = now
    this.#peers = peers
    peers.handle(TRIED, tried => this.#apply(tried as Tried))
    peers.handle(ENTRIES, () => this.#failures.dump())
    this.#failures = recentlyUsed(MEMORY, { ttl: EXPIRY_MS, perf: { now } })
  }

  /**
   * @param subject what is tried: an account, however its name or e-mail address was spelled, or a name that none has;
   *   see {@link subjectOf}
   * @throws HttpError 429 with `Retry-After` while held back
   */
  check(subject: string, address: string): void {
    const now = this.#now()
    const until = Math.max(...keysOf(subject, address).map(([key]) => this.#failures.get(key)?.blockedUntil ?? 0))
    if (until <= now) return
    const seconds = Math.ceil((until - now) / SECOND)
    throw new HttpError(429, 'Too many failed attempts to sign in. Try again in {{seconds}} s.', {
      values: { seconds },
      headers: { 'retry-after': String(seconds) },
    })
  }

  /** Takes over what other processes know, for one that was started after them. */
  async load(): Promise<void> {
    const [entries] = await this.#peers.ask(ENTRIES)
    if (entries && this.size === 0) this.#failures.load(entries as Entries)
  }

  /** Counts a failure; resolves when all processes of the server count it. */
  failed(subject: string, address: string): Promise<void> {
    return this.#tell({ isRight: false, subject, address })
  }

  /**
   * Clears the failures of this account; those of the address stay, or one good account would open it for guessing
   * others.
   */
  succeeded(subject: string, address: string): Promise<void> {
    return this.#tell({ isRight: true, subject, address })
  }

  /** Whether so many tries have failed that more than a password is asked for. */
  needsProof(subject: string, address: string): boolean {
    return keysOf(subject, address).some(([key, rule]) => (this.#failures.get(key)?.count ?? 0) >= rule.proofAfter)
  }

  /** Entries in memory. */
  get size(): number {
    return this.#failures.size
  }

  async #tell(tried: Tried): Promise<void> {
    this.#apply(tried)
    await this.#peers.ask(TRIED, tried)
  }

  #apply({ isRight, subject, address }: Tried): void {
    for (const [key, rule] of keysOf(subject, address)) {
      if (!isRight) this.#count(key, rule)
      else if (rule !== ADDRESS) this.#failures.delete(key)
    }
  }

  #count(key: string, { free, longest }: Rule): void {
    const count = (this.#failures.get(key)?.count ?? 0) + 1
    const delay = count < free ? 0 : Math.min(longest, SECOND * 2 ** Math.min(count - free, 30))
    this.#failures.set(key, { count, blockedUntil: this.#now() + delay })
  }
}

/**
 * Subject of the count: the account that the name leads to, else the name, folded as names are when accounts are looked
 * for.
 */
export function subjectOf(name: string, account: { id: number } | undefined): string {
  return account ? `account ${account.id}` : `name ${nameKey(name).slice(0, MAX_NAME)}`
}

function keysOf(subject: string, address: string): [string, Rule][] {
  return [
    [`pair ${address} ${subject}`, PAIR],
    [`subject ${subject}`, NAME],
    [`address ${address}`, ADDRESS],
  ]
}
