import { POLL_DEFAULT_S, POLL_MAX_S } from '../shared.ts'

/** How long after the reader's last action the count is asked for at the shortest interval. */
const ACTIVE_WINDOW_MS = 5 * 60 * 1000
const BACKOFF_FACTOR = 1.25

export interface PollAnswer {
  count: number
  /** Seconds. */
  timeout: number
  /** Seconds. */
  maxTimeout: number
}

/**
 * Time until the next poll, in milliseconds: the shortest while the reader is active, then longer each time.
 * @param previous delay before the last poll
 * @param idleFor milliseconds since the reader's last action
 */
function nextDelay(previous: number, idleFor: number, { timeout, maxTimeout }: Omit<PollAnswer, 'count'>): number {
  if (idleFor < ACTIVE_WINDOW_MS) return timeout * 1000
  return Math.min(Math.max(previous, timeout * 1000) * BACKOFF_FACTOR, maxTimeout * 1000)
}

/** The part of the document that {@link CountPolling} needs. */
type Tab = Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>

interface PollingOptions {
  ask: () => Promise<PollAnswer>
  onCount: (count: number) => void
  tab: Tab
}

/** Polls the count while the document is visible; continues on visibility or click. */
export class CountPolling {
  readonly #options: PollingOptions
  #limits = { timeout: POLL_DEFAULT_S, maxTimeout: POLL_MAX_S }
  #delay = POLL_DEFAULT_S * 1000
  #activeAt = Date.now()
  #timer: ReturnType<typeof setTimeout> | undefined
  #isAsking = false
  #isEnded = false

  constructor(options: PollingOptions) {
    this.#options = options
  }

  /** Asks again and again, first after the shortest delay. Returns the function that ends it. */
  start(): () => void {
    const { tab } = this.#options
    const onVisibility = () => (tab.hidden ? this.#pause() : this.#resume())
    const onClick = () => this.#resume()
    tab.addEventListener('visibilitychange', onVisibility)
    tab.addEventListener('click', onClick)
    if (!tab.hidden) this.#wait()
    return () => {
      this.#isEnded = true
      this.#pause()
      tab.removeEventListener('visibilitychange', onVisibility)
      tab.removeEventListener('click', onClick)
    }
  }

  #pause(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #resume(): void {
    const wasIdle = Date.now() - this.#activeAt >= ACTIVE_WINDOW_MS
    this.#activeAt = Date.now()
    if (this.#isAsking || (this.#timer !== undefined && !wasIdle)) return
    this.#pause()
    void this.#poll()
  }

  async #poll(): Promise<void> {
    this.#isAsking = true
    try {
      const { count, ...limits } = await this.#options.ask()
      this.#limits = limits
      if (!this.#isEnded) this.#options.onCount(count)
    } catch {
      // The frame says when the server cannot be reached; the next poll tries again.
    } finally {
      this.#isAsking = false
    }
    this.#delay = nextDelay(this.#delay, Date.now() - this.#activeAt, this.#limits)
    if (!this.#isEnded && !this.#options.tab.hidden) this.#wait()
  }

  #wait(): void {
    this.#timer = setTimeout(() => void this.#poll(), this.#delay)
  }
}
