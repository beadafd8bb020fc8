import { setImmediate, setTimeout } from 'node:timers/promises'

/** Runs one piece of background work. */
export type RunPiece = <T>(work: () => Promise<T>) => Promise<T>

/** After the last request, so long others are expected. */
const EXPECTED_MS = 1000
/** Pause after a piece of work while requests are expected, as a multiple of the time that the piece took. */
const PAUSE_FACTOR = 15
/** Limit of a pause: a piece that took longer was processed in a thread, where it held up no request. */
const MOST_PAUSE_MS = 1000

/** Time as background work sees it, in milliseconds. */
interface Clock {
  now(): number
  /** Waits; for 0 until the event loop has looked for requests. @throws AbortError */
  pause(duration: number, signal: AbortSignal | undefined): Promise<unknown>
}

const CLOCK: Clock = {
  now: () => performance.now(),
  pause: (duration, signal) =>
    duration > 0
      ? setTimeout(duration, undefined, signal && { signal })
      : setImmediate(undefined, signal && { signal }),
}

/**
 * Gives requests priority over background work in the same process: while requests arrive, such work takes a sixteenth
 * of the time; otherwise all of it.
 */
export class RequestPriority {
  readonly #clock: Clock
  #lastRequestAt = -Infinity

  constructor(clock: Clock = CLOCK) {
    this.#clock = clock
  }

  /** Notes that a user has sent a request. */
  requestArrived(): void {
    this.#lastRequestAt = this.#clock.now()
  }

  /**
   * Returns a function that runs a piece of background work, pauses as long as requests need, and returns the result.
   * A piece should take a few milliseconds, since requests wait for its end.
   * @param signal ends a pause, whose piece then fails with an AbortError
   */
  pieces(signal?: AbortSignal): RunPiece {
    return async work => {
      const began = this.#clock.now()
      const result = await work()
      await this.#clock.pause(this.#pauseAfter(this.#clock.now() - began), signal)
      return result
    }
  }

  #pauseAfter(duration: number): number {
    const areRequestsExpected = this.#clock.now() - this.#lastRequestAt < EXPECTED_MS
    return areRequestsExpected ? Math.min(duration * PAUSE_FACTOR, MOST_PAUSE_MS) : 0
  }
}
