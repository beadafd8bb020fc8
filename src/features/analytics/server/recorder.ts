import type { App } from '#platform/server/app.ts'
import { unlessOutOfSpace } from '#platform/server/no-space.ts'
import { DAY_MS, insertEvents, lastDay, type NewEvent, rollUp } from './store.ts'

/** Events wait for so long, so that reading costs a write in five seconds at most. */
const FLUSH_MS = 5_000
/** More than that are written at once. */
const MANY = 500
/** More than that are dropped: the database does not keep up. */
const MOST_WAITING = 20_000

/** Events of one process, gathered in memory and written together, after the answers that they came with. */
export class Recorder {
  readonly #app: App
  #waiting: NewEvent[] = []
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(app: App) {
    this.#app = app
  }

  note(...events: readonly NewEvent[]): void {
    if (this.#waiting.length + events.length > MOST_WAITING) return
    this.#waiting.push(...events)
    if (this.#waiting.length >= MANY) this.#flushSoon(0)
    else this.#timer ??= this.#flushSoon(FLUSH_MS)
  }

  /** Writes what waits; resolves when it, and what was begun before, is there. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const events = this.#waiting.splice(0)
    this.#writing = this.#writing
      .catch(() => undefined)
      .then(async () => {
        if (events.length === 0) return
        const { database } = this.#app
        await unlessOutOfSpace(() =>
          database.transaction(tx => insertEvents(tx, database.dialect, events), { invalidates: false }),
        )
      })
    return this.#writing
  }

  /** Sums up the days that were not, and today so far. */
  async sumUp(now: number): Promise<void> {
    await this.flush()
    const today = Math.floor(now / DAY_MS)
    await rollUp(this.#app.database, (await lastDay(this.#app.database)) ?? today, today)
  }

  #flushSoon(delay: number): NodeJS.Timeout {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.flush().catch((error: unknown) => this.#app.log.warn({ err: error }, 'events of use could not be written'))
    }, delay).unref()
    return this.#timer
  }
}

const recorder = (app: App) => new Recorder(app)

/** That of this process, for one wiki. */
export function recorderOf(app: App): Recorder {
  return app.own(recorder)
}
