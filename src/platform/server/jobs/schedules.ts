import { Cron } from 'croner'
import type { App } from '../app.ts'
import type { Log } from '../log.ts'
import type { JobStore } from './store.ts'

const MINUTE_MS = 60_000

interface Schedule {
  readonly name: string
  readonly pattern: string
  readonly work: (app: App) => Promise<void>
}

/** Work by the clock. The machine that gets the row of a minute does that minute's work. */
export class Schedules {
  #store: Pick<JobStore, 'claimSlot'>
  #log: Log
  #schedules: Schedule[] = []
  #timers: Cron[] = []
  #running = new Set<Promise<void>>()
  #app: App | undefined

  constructor(store: Pick<JobStore, 'claimSlot'>, log: Log) {
    this.#store = store
    this.#log = log
  }

  /** @throws when the pattern is not a cron expression of five parts. */
  add(name: string, pattern: string, work: (app: App) => Promise<void>): void {
    if (this.#schedules.some(schedule => schedule.name === name)) throw new Error(`Two schedules bear the name ${name}`)
    // Parses, so that a mistake shows at start and not at three in the morning.
    new Cron(pattern, { mode: '5-part', paused: true }).stop()
    const schedule = { name, pattern, work }
    this.#schedules.push(schedule)
    if (this.#app) this.#begin(schedule, this.#app)
  }

  start(app: App): void {
    this.#app = app
    for (const schedule of this.#schedules) this.#begin(schedule, app)
  }

  /** Resolves when no scheduled work runs. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) timer.stop()
    this.#timers = []
    await this.idle()
  }

  #begin(schedule: Schedule, app: App): void {
    const fire = () => {
      const run = this.run(schedule, app).finally(() => this.#running.delete(run))
      this.#running.add(run)
      return run
    }
    this.#timers.push(new Cron(schedule.pattern, { mode: '5-part', unref: true, protect: true }, fire))
  }

  /** Does the work of the current minute unless another machine has it. */
  async run({ name, work }: Schedule, app: App, now = Date.now()): Promise<void> {
    try {
      // Rounded to the nearest minute: clocks of machines differ by seconds, and one is always early.
      const slot = Math.round(now / MINUTE_MS) * MINUTE_MS
      if (await this.#store.claimSlot(name, slot)) await work(app)
    } catch (error) {
      this.#log.error({ schedule: name, err: error }, 'scheduled work failed')
    }
  }
}
