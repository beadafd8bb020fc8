import type { App } from '#platform/server/app.ts'
import { unlessOutOfSpace } from '#platform/server/no-space.ts'
import { addVisits, type NewVisits } from './store.ts'

/** Visits wait for so long, so that reading costs a write a minute at most and not one for each page. */
const FLUSH_MS = 60_000
/** More than that are written at once. */
const MOST_WAITING = 2000

/**
 * Visits of pages, gathered in memory and written together. A list that is asked for is written first; a process that is
 * killed forgets the visits of its last minute, which nobody was promised.
 */
export class Visits {
  #app: App
  #waiting = new Map<string, NewVisits>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(app: App) {
    this.#app = app
  }

  /** Notes that the account opened the content now. */
  note(accountId: number, contentId: number): void {
    const key = `${accountId} ${contentId}`
    const before = this.#waiting.get(key)
    this.#waiting.set(key, { accountId, contentId, seenAt: Date.now(), visits: (before?.visits ?? 0) + 1 })
    if (this.#waiting.size >= MOST_WAITING) this.#flushSoon(0)
    else this.#timer ??= this.#flushSoon(FLUSH_MS)
  }

  #flushSoon(delay: number): NodeJS.Timeout {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.flush().catch((error: unknown) => this.#app.log.warn({ err: error }, 'visits of pages could not be written'))
    }, delay).unref()
    return this.#timer
  }

  /** Writes what waits; resolves when it, and what was begun before, is there. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const visits = [...this.#waiting.values()]
    this.#waiting.clear()
    // After one that failed the next one writes all the same.
    this.#writing = this.#writing
      .catch(() => undefined)
      .then(async () => {
        // A list of visits can be read on a full disk; those of that time are not in it.
        if (visits.length > 0)
          await unlessOutOfSpace(() =>
            this.#app.database.transaction(tx => addVisits(tx, visits), { invalidates: false }),
          )
      })
    return this.#writing
  }
}
