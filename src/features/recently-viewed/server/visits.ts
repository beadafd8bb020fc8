import type { App } from '#platform/server/app.ts'
import { deferredWrites } from '#platform/server/deferred-writes.ts'
import { addVisits, type NewVisits } from './store.ts'

/** Visits of pages, gathered in memory and written together. A list that is asked for is written first. */
export class Visits {
  readonly #app: App
  #waiting = new Map<string, NewVisits>()
  /** Times of the last visits of those accounts that wait. */
  readonly #latest = new Map<number, number>()

  constructor(app: App) {
    this.#app = app
  }

  /** Notes that the account opened the content now. */
  note(accountId: number, contentId: number): void {
    const key = `${accountId} ${contentId}`
    const before = this.#waiting.get(key)
    // Two visits within a millisecond have an order, too.
    const seenAt = Math.max(Date.now(), (this.#latest.get(accountId) ?? 0) + 1)
    this.#latest.set(accountId, seenAt)
    this.#waiting.set(key, { accountId, contentId, seenAt, visits: (before?.visits ?? 0) + 1 })
    deferredWrites(this.#app).add('visits', () => {
      const visits = [...this.#waiting.values()]
      this.#waiting.clear()
      this.#latest.clear()
      return tx => addVisits(tx, visits)
    })
  }

  /** Writes what waits; resolves when it, and what was begun before, is there. */
  flush(): Promise<void> {
    return deferredWrites(this.#app).flush()
  }
}
