/** Work that takes much memory or a whole core: a few run at a time, some more wait in line. */
export class Turns {
  readonly #atOnce: number
  readonly #mostWaiting: number
  readonly #refusal: () => Error
  #running = 0
  readonly #waiting: (() => void)[] = []

  /** @param refusal what is thrown when the line is full */
  constructor(options: { atOnce: number; mostWaiting: number; refusal: () => Error }) {
    this.#atOnce = options.atOnce
    this.#mostWaiting = options.mostWaiting
    this.#refusal = options.refusal
  }

  /** Runs the work when it is its turn. @throws the refusal, at once, when too many wait already */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#atOnce) {
      if (this.#waiting.length >= this.#mostWaiting) throw this.#refusal()
      await new Promise<void>(resolve => this.#waiting.push(resolve))
    } else this.#running++
    try {
      return await work()
    } finally {
      // The next in line takes the turn, or it ends.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }
}
