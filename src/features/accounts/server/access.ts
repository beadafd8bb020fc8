import type { App } from '#platform/server/app.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { recentlyUsed } from '#platform/server/recently-used.ts'
import { now } from './clock.ts'

/**
 * How long access data is cached at most. Changes made by this server count at once (see
 * {@link accessChanged}); those of other machines, and of the command line, after this time.
 */
const ACCESS_MS = 1000

const CHANGED = 'accounts.access'

/** Grows with each change to accounts, groups, grants, sessions or tokens that this server made. */
const generation = () => ({ count: 0 })

/** To be called in every transaction that changes who may do what: clears the cached access data when it commits. */
export function accessChanged(app: App, tx: WriteTransaction): void {
  tx.afterCommit(() => clearAccessCache(app))
}

/** Clears the cached access data at once; resolves when all processes of this server have. */
export async function clearAccessCache(app: App): Promise<void> {
  app.own(generation).count++
  await app.peers.ask(CHANGED)
}

/** Clears the cache when another process of this server says so. */
export function followAccess(app: App): void {
  app.peers.handle(CHANGED, () => void app.own(generation).count++)
}

export interface Found<T> {
  readonly value: T
  /** Epoch milliseconds after which the value no longer holds, or null. */
  readonly expiresAt?: number | null
}

const SIZE = 10_000

/**
 * Caches what follows from accounts, groups, grants, sessions and tokens, for {@link ACCESS_MS} or until this server
 * changes one of them, whichever is first. A busy client then costs a cache look-up instead of several queries.
 */
export class AccessMemory<T> {
  #app: App
  #entries = recentlyUsed<string, { value: T; generation: number; until: number }>(SIZE)

  constructor(app: App) {
    this.#app = app
  }

  /** The cached value, else what `find` finds. Missing values and errors are not cached. */
  async get<F extends Found<T> | undefined>(
    key: string,
    find: () => Promise<F>,
  ): Promise<T | (undefined extends F ? undefined : never)> {
    const { count } = this.#app.own(generation)
    const entry = this.#entries.get(key)
    if (entry?.generation === count && entry.until > now(this.#app)) return entry.value
    // The generation was read before the queries: a change while they run makes what they find old.
    const found = await find()
    if (!found) return undefined as undefined extends F ? undefined : never
    const until = Math.min(now(this.#app) + ACCESS_MS, found.expiresAt ?? Number.MAX_SAFE_INTEGER)
    this.#entries.set(key, { value: found.value, generation: count, until })
    return found.value
  }
}
