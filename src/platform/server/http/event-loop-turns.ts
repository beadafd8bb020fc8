/** For how long requests begin in one turn: enough that many short ones share what a turn costs by itself. */
const TURN_MS = 2

/**
 * Lets few requests begin in one turn of the event loop, in the order in which they came. On SQLite a request runs from
 * its first query to its last without a pause: all that have arrived would otherwise be answered before the first
 * answer leaves, before others find it in the cache, and before the next connection is accepted (Node accepts one in a
 * turn).
 */
export class EventLoopTurns {
  /** When the first request of this turn began. */
  #began: number | undefined
  readonly #waiting: (() => void)[] = []
  readonly #now: () => number

  /** @param now gives the time in milliseconds, from any beginning */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Undefined when the caller may begin now; otherwise it begins when the promise resolves. */
  next(): Promise<void> | undefined {
    if (this.#waiting.length === 0 && this.#mayBegin()) return undefined
    return new Promise(resolve => void this.#waiting.push(resolve))
  }

  #mayBegin(): boolean {
    if (this.#began !== undefined) return this.#now() - this.#began < TURN_MS
    this.#began = this.#now()
    setImmediate(this.#turn)
    return true
  }

  readonly #turn = (): void => {
    this.#began = undefined
    this.#passOn()
  }

  readonly #passOn = (): void => {
    if (this.#waiting.length === 0 || !this.#mayBegin()) return
    this.#waiting.shift()?.()
    // The next one, once this one has come as far as it gets without waiting.
    queueMicrotask(() => process.nextTick(this.#passOn))
  }
}
