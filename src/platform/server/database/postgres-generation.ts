import { recentlyUsed } from '../recently-used.ts'
import { endedBetween, parseSnapshot, type Snapshot } from './snapshot.ts'
import type { Sight } from './postgres-watch.ts'

/** Numbers of housekeeping transactions that are known. One that is forgotten costs what is remembered, no more. */
const MOST_KNOWN = 10_000

/**
 * Tells by PostgreSQL's snapshots whether anything was committed. Why that holds stands in
 * `docs/developers/remembering.md`.
 */
export class SnapshotGeneration {
  #look: () => Promise<Sight | undefined>
  #number = 1
  #seen: { text: string; server: string; snapshot: Snapshot } | undefined
  #housekeeping = recentlyUsed<number, true>(MOST_KNOWN)
  #asking: Promise<unknown> = Promise.resolve()
  #next: Promise<number | undefined> | undefined

  /** @param look resolves to what is committed when it is called, or later; undefined when that cannot be told */
  constructor(look: () => Promise<Sight | undefined>) {
    this.#look = look
  }

  /** Differs from all earlier ones if anything was committed in between. Asks the database after it was called. */
  ask(): Promise<number | undefined> {
    // A question under way may have been answered before what its asker saw committed. All who come meanwhile share the
    // next one.
    this.#next ??= this.#asking.then(() => {
      this.#next = undefined
      const asked = this.#ask()
      this.#asking = asked.catch(() => {})
      return asked
    })
    return this.#next
  }

  /** Makes the next number another one. */
  advance(): void {
    this.#number++
  }

  /** A transaction of this number changes nothing that is remembered, whether it commits or not. */
  keepsHouse(transaction: number): void {
    this.#housekeeping.set(transaction, true)
  }

  async #ask(): Promise<number | undefined> {
    const sight = await this.#look()
    if (!sight) {
      this.#seen = undefined
      this.#number++
      return undefined
    }
    const { snapshot: text, server } = sight
    if (this.#seen?.text === text && this.#seen.server === server) return this.#number
    const snapshot = parseSnapshot(text)
    const ended = this.#seen?.server === server ? endedBetween(this.#seen.snapshot, snapshot) : undefined
    if (!ended?.every(id => this.#housekeeping.has(id))) this.#number++
    this.#seen = { text, server, snapshot }
    return this.#number
  }
}
