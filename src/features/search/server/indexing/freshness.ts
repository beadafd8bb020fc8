import type { App } from '#platform/server/app.ts'
import { newestEventId } from '#platform/server/events/events.ts'
import { indexedTo, SUBSCRIBER } from './store.ts'

/** Another machine may be at it and does not notify this one: look again. */
const POLL_MS = 50

/** Lets a search find what was written before it was asked. */
export class Freshness {
  /** Longest that a search waits for what was written before it, in ms; tests wait longer. */
  static patience = 2000
  #position = 0
  readonly #waiting = new Set<() => void>()

  /** The subscriber has handled every event up to this one. */
  advance(eventId: number): void {
    this.#position = Math.max(this.#position, eventId)
    for (const wake of this.#waiting) wake()
  }

  /**
   * Resolves when every event that is in the log now has been indexed, or when patience ends: late is better than
   * never.
   * @returns whether the index is current
   */
  async current(app: App): Promise<boolean> {
    const { head } = await this.#look(app)
    const deadline = Date.now() + Freshness.patience
    while (this.#position < head) {
      const left = deadline - Date.now()
      if (left <= 0) return false
      await this.#handledOr(Math.min(left, POLL_MS), app, head)
      if (this.#position < head) await this.#look(app)
    }
    return true
  }

  async #look({ database: { read } }: App): Promise<{ head: number }> {
    const [head, cursor] = await Promise.all([newestEventId(read), indexedTo(read, {})])
    this.#position = Math.max(this.#position, cursor[0]?.position ?? 0)
    return { head }
  }

  /** Nudges the subscriber and waits for word from it, or for the time to pass. */
  async #handledOr(milliseconds: number, app: App, head: number): Promise<void> {
    void app.events.settled(SUBSCRIBER)
    await new Promise<void>(resolve => {
      const done = () => {
        this.#waiting.delete(wake)
        clearTimeout(timer)
        resolve()
      }
      const wake = () => {
        if (this.#position >= head) done()
      }
      const timer = setTimeout(done, milliseconds)
      this.#waiting.add(wake)
    })
  }
}

const freshness = (): Freshness => new Freshness()

/** How far the index of a running wiki has come. */
export function freshnessOf(app: App): Freshness {
  return app.own(freshness)
}
