import type { App } from '#platform/server/app.ts'
import { deferredWrites } from '#platform/server/deferred-writes.ts'
import { DAY_MS, insertEvents, lastDay, type NewEvent, prune, rollUp } from './store.ts'

/** More than that are dropped: the database does not keep up. */
const MOST_WAITING = 20_000

/** Events of one process, gathered in memory and written together, after the answers that they came with. */
export class Recorder {
  readonly #app: App
  #waiting: NewEvent[] = []

  constructor(app: App) {
    this.#app = app
  }

  note(...events: readonly NewEvent[]): void {
    if (events.length === 0 || this.#waiting.length + events.length > MOST_WAITING) return
    this.#waiting.push(...events)
    deferredWrites(this.#app).add('analytics', () => {
      const gathered = this.#waiting.splice(0)
      return tx => insertEvents(tx, this.#app.database.dialect, gathered)
    })
  }

  /** Writes what waits; resolves when it, and what was begun before, is there. */
  flush(): Promise<void> {
    return deferredWrites(this.#app).flush()
  }

  /** Sums up the days that were not, and today so far. */
  async sumUp(now: number): Promise<void> {
    await this.flush()
    const today = Math.floor(now / DAY_MS)
    await rollUp(this.#app.database, (await lastDay(this.#app.database)) ?? today, today)
  }

  /**
   * Removes expired events. Aggregates first, since a day is aggregated from its events until another follows it, which
   * may be long ago where the wiki was off.
   */
  async prune(now: number): Promise<void> {
    await this.sumUp(now)
    await prune(this.#app.database, now)
  }
}

const recorder = (app: App) => new Recorder(app)

/** That of this process, for one wiki. */
export function recorderOf(app: App): Recorder {
  return app.own(recorder)
}
