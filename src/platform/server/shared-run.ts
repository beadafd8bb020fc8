/**
 * Work that all who ask for it while it runs share once more: what they rely on may have come after the run under way
 * began, so theirs is the next one.
 */
export class SharedRun<T> {
  readonly #work: () => Promise<T>
  #running: Promise<unknown> = Promise.resolve()
  #next: Promise<T> | undefined

  constructor(work: () => Promise<T>) {
    this.#work = work
  }

  /** Resolves, or fails, as a run does that begins after the call. */
  run(): Promise<T> {
    this.#next ??= this.#running.then(() => {
      this.#next = undefined
      const run = this.#work()
      this.#running = run.catch(() => {})
      return run
    })
    return this.#next
  }
}
