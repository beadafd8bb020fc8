import type { Database } from '../database/database.ts'

/** Looks at the log at least this often, in case a wake-up was lost. */
const POLL_MS = 5000

/**
 * Reads the event log whenever it grows, one read after the other, for what each process keeps in memory. A
 * {@link Subscriber} handles each event once over all processes.
 */
export class LogFollower {
  readonly #read: () => Promise<boolean>
  readonly #failed: (error: unknown) => void
  readonly #unsubscribe: () => void
  readonly #timer: NodeJS.Timeout
  #run: Promise<void> | undefined
  #again = false

  /**
   * @param read handles the next batch, and says whether there may be more
   * @param failed called with the error of a read; the next wake-up reads from the same place
   */
  constructor(database: Database, read: () => Promise<boolean>, failed: (error: unknown) => void) {
    this.#read = read
    this.#failed = failed
    this.#unsubscribe = database.onEvents((_origin, hasNews) => {
      if (hasNews) this.wake()
    })
    this.#timer = setInterval(() => this.wake(), POLL_MS).unref()
  }

  wake(): void {
    this.#again = true
    this.#run ??= this.#follow().finally(() => {
      this.#run = undefined
    })
  }

  /** Resolves when the events are handled that this process knew of. */
  async current(): Promise<void> {
    await this.#run
  }

  /** Ends following, before the database is closed. */
  async stop(): Promise<void> {
    this.#unsubscribe()
    clearInterval(this.#timer)
    await this.#run
  }

  async #follow(): Promise<void> {
    while (this.#again) {
      this.#again = false
      try {
        const isMore = await this.#read()
        this.#again ||= isMore
      } catch (error) {
        this.#failed(error)
      }
    }
  }
}
