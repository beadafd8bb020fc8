import { INACTIVE_AFTER_MS, MIN_INTERVAL_MS, nextInterval } from './intervals.ts'

interface PollerOptions {
  /** One poll. Resolves to false to end polling. */
  ask: () => Promise<boolean>
  isHidden: () => boolean
}

/** Polls while a page is open, less often while it is hidden or the user is away. */
export class Poller {
  readonly #options: PollerOptions
  #interval = MIN_INTERVAL_MS
  #askedAt = 0
  #activeAt = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #isAsking = false
  #isStopped = false

  constructor(options: PollerOptions) {
    this.#options = options
  }

  /** @param elapsed milliseconds since the page was opened */
  start(elapsed = 0): void {
    this.#activeAt = this.#askedAt = Date.now() - elapsed
    this.#slowDown()
    this.#schedule()
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  /** The user is back: polls as often as usual again, and at once where that is overdue. */
  active(): void {
    this.#activeAt = Date.now()
    if (this.#options.isHidden() || this.#interval === MIN_INTERVAL_MS) return
    this.#interval = MIN_INTERVAL_MS
    this.#schedule()
  }

  /** The tab was hidden or is shown again. */
  visibilityChanged(): void {
    if (!this.#options.isHidden()) return this.active()
    this.#slowDown()
    this.#schedule()
  }

  #slowDown(): void {
    this.#interval = nextInterval(this.#interval, {
      isHidden: this.#options.isHidden(),
      isInactive: Date.now() - this.#activeAt >= INACTIVE_AFTER_MS,
    })
  }

  #schedule(): void {
    clearTimeout(this.#timer)
    if (this.#isStopped || this.#isAsking) return
    const wait = this.#askedAt + this.#interval - Date.now()
    if (wait <= 0) void this.#poll()
    else this.#timer = setTimeout(() => void this.#poll(), wait)
  }

  async #poll(): Promise<void> {
    this.#isAsking = true
    const goesOn = await this.#options.ask()
    this.#isAsking = false
    if (!goesOn) return this.stop()
    this.#askedAt = Date.now()
    this.#slowDown()
    this.#schedule()
  }
}
