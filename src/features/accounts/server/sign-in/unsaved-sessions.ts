import type { App } from '#platform/server/app.ts'
import type { Peers } from '#platform/server/processes/index.ts'
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

const CHANGED = 'accounts.unsaved-sessions'
type Change = { readonly begun: UnsavedSession } | { readonly ended: string } | { readonly saved: string }

/**
 * Changes of sessions while the disk was full, so that people can sign in and out and read all the same. It lasts as
 * long as the server, or until it can be stored.
 */
export class UnsavedSessions {
  readonly #begun = recentlyUsed<string, UnsavedSession>(MOST)
  readonly #ended = recentlyUsed<string, true>(MOST)
  readonly #peers: Peers
  #triedAt = 0

  constructor(peers: Peers) {
    this.#peers = peers
    peers.handle(CHANGED, change => this.#apply(change as Change))
  }

  get size(): number {
    return this.#begun.size + this.#ended.size
  }

  get(id: string): UnsavedSession | undefined {
    return this.#begun.get(id)
  }

  /** Adds a session, or takes its new state. */
  begin(session: UnsavedSession): Promise<void> {
    return this.#change({ begun: session })
  }

  /** Ends a session whose row, if it has one, stays until it can be removed. */
  end(id: string): Promise<void> {
    return this.#change({ ended: id })
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

  /** Drops a session that is now stored. */
  async saved(id: string): Promise<void> {
    if (this.#begun.has(id) || this.#ended.has(id)) await this.#change({ saved: id })
  }

  /** All processes of a server know the same sessions, or signing out at one would leave them signed in at another. */
  async #change(change: Change): Promise<void> {
    this.#apply(change)
    await this.#peers.ask(CHANGED, change)
  }

  #apply(change: Change): void {
    if ('begun' in change) this.#begun.set(change.begun.row.id, change.begun)
    else if ('ended' in change) {
      if (!this.#begun.delete(change.ended)) this.#ended.set(change.ended, true)
    } else {
      this.#begun.delete(change.saved)
      this.#ended.delete(change.saved)
    }
  }

  /** True once in a while: then it is time to try to store them. */
  isDue(now: number): boolean {
    if (this.size === 0 || now - this.#triedAt < RETRY_MS) return false
    this.#triedAt = now
    return true
  }
}

const sessions = ({ peers }: App): UnsavedSessions => new UnsavedSessions(peers)

/** Those of this server, for one wiki. */
export function unsavedSessions(app: App): UnsavedSessions {
  return app.own(sessions)
}
