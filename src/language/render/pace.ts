import { type Pace, RenderLimitError } from '../html/html.ts'

/** Length of a slice, ms. */
const slice = 20

/** CPU time of a whole rendering, ms; most pages take one. */
const mostWork = 10_000

class RenderTimeoutError extends RenderLimitError {
  override readonly name = 'RenderTimeoutError'
}

/**
 * Divides a rendering into slices, each in its own turn of the event loop, and aborts it after too much CPU time; a
 * busy machine aborts no page.
 */
export class RenderPace implements Pace {
  readonly #now: () => number
  readonly #processorTime: () => number
  #began: number
  #beganWork: number
  #slice = 0
  #work = 0

  /** @param clock in milliseconds, instead of the machine's */
  constructor(clock?: () => number) {
    this.#now = clock ?? (() => performance.now())
    this.#processorTime = clock ?? threadTime
    this.#began = this.#now()
    this.#beganWork = this.#processorTime()
  }

  step(): Promise<void> | undefined {
    const now = this.#now()
    if (this.#slice + now - this.#began < slice) return undefined
    this.#stop()
    this.#slice = 0
    if (this.#work > mostWork) throw new RenderTimeoutError(`It takes longer than ${mostWork / 1000} seconds to render`)
    return this.wait(nextTurn())
  }

  async wait<T>(promise: Promise<T>): Promise<T> {
    this.#stop()
    try {
      return await promise
    } finally {
      this.#began = this.#now()
      this.#beganWork = this.#processorTime()
    }
  }

  #stop(): void {
    const [now, work] = [this.#now(), this.#processorTime()]
    this.#slice += now - this.#began
    this.#work += work - this.#beganWork
    this.#began = now
    this.#beganWork = work
  }
}

/** CPU time of this thread, ms. */
function threadTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

let line: Promise<void> = Promise.resolve()

/** Resolves in a later turn of the event loop, one rendering per turn. */
function nextTurn(): Promise<void> {
  line = line.then(() => new Promise(resolve => setTimeout(resolve, 0)))
  return line
}
