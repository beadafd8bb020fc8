import type { App } from '#platform/server/app.ts'
import { recentlyUsed } from '#platform/server/recently-used.ts'
import type { SessionTable } from '../tables.ts'

const MOST = 10_000
/** How often storing them is tried again. */
const RETRY_MS = 30_000

export interface UnsavedSession {
  readonly row: SessionTable
  /** Of the account when it signed in: another password ends the session, as it ends stored ones. */
  readonly passwordHash: string | null
}

/**
 * What happened to sessions while the disk was full, so that people can sign in and out and read all the same. It lasts as
 * long as the process, or until it can be stored.
 */
export class UnsavedSessions {
  readonly #begun = recentlyUsed<string, UnsavedSession>(MOST)
  readonly #ended = recentlyUsed<string, true>(MOST)
  #triedAt = 0

  get size(): number {
    return this.#begun.size + this.#ended.size
  }

  get(id: string): UnsavedSession | undefined {
    return this.#begun.get(id)
  }

  begin(session: UnsavedSession): void {
    this.#begun.set(session.row.id, session)
  }

  /** Ends a session whose row, if it has one, stays until it can be removed. */
  end(id: string): void {
    if (!this.#begun.delete(id)) this.#ended.set(id, true)
  }

  hasEnded(id: string): boolean {
    return this.#ended.has(id)
  }

  begun(): UnsavedSession[] {
    return [...this.#begun.values()]
  }

  ended(): string[] {
    return [...this.#ended.keys()]
  }

  /** Forgets a session that is stored now. */
  saved(id: string): void {
    this.#begun.delete(id)
    this.#ended.delete(id)
  }

  /** True once in a while: then it is time to try to store them. */
  isDue(now: number): boolean {
    if (this.size === 0 || now - this.#triedAt < RETRY_MS) return false
    this.#triedAt = now
    return true
  }
}

const sessions = (): UnsavedSessions => new UnsavedSessions()

/** Those of this process, for one wiki. */
export function unsavedSessions(app: App): UnsavedSessions {
  return app.own(sessions)
}
