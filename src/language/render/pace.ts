import { type Pace, RenderLimitError } from '../html/html.ts'

/** A rendering works so long before others have a turn, in milliseconds. */
const slice = 20

/** A rendering may take so much time of the processor in all, in milliseconds. Most pages take one. */
const mostWork = 10_000

/** The work took longer than one page may take. */
class RenderTimeoutError extends RenderLimitError {
  override readonly name = 'RenderTimeoutError'
}

/**
 * Divides a rendering into slices, of which each runs in a turn of the event loop of its own, and ends it when it has
 * worked too long. Work is measured in time of the processor: a machine that is busy with other things ends no page.
 */
export class RenderPace implements Pace {
  readonly #now: () => number
  readonly #processorTime: () => number
  #began: number
  #beganWork: number
  #slice = 0
  #work = 0

  /** @param clock in milliseconds, in place of those of the machine */
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

/** Time of the processor that this thread has taken, in milliseconds. */
function threadTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

let line: Promise<void> = Promise.resolve()

/** Resolves in a later turn of the event loop, for one rendering in each turn, however many there are. */
function nextTurn(): Promise<void> {
  line = line.then(() => new Promise((resolve) => setTimeout(resolve, 0)))
  return line
}
