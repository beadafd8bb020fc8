import { SharedRun } from '../shared-run.ts'

/**
 * A number that is another one whenever the event log has grown. Data read while it stayed the same are those that a
 * reader finds now: each transaction that writes data of cached answers appends an event ({@link
 * TransactionOptions.invalidates}), rows and event become visible at once, and ids of events commit in order.
 */
export class Generation {
  #number = 1
  #newest: string | undefined

  /**
   * The number of the database in this state.
   * @param newest the id of the newest event, and whatever else distinguishes databases that may have the same
   */
  at(newest: string): number {
    if (newest !== this.#newest) {
      this.#newest = newest
      this.#number++
    }
    return this.#number
  }

  /** Makes the next number another one, for changes without an event. */
  advance(): void {
    this.#newest = undefined
  }
}

/** Asks for the generation, where that takes a round trip. */
export class RemoteGeneration {
  readonly #generation = new Generation()
  readonly #newestEvent: () => Promise<string | undefined>
  readonly #queries = new SharedRun(() => this.#query())

  /**
   * @param newestEvent resolves to what {@link Generation.at} takes, read after the call; undefined when it cannot be
   * read
   */
  constructor(newestEvent: () => Promise<string | undefined>) {
    this.#newestEvent = newestEvent
  }

  /**
   * The generation now: all that was committed before the call is in it. Undefined while the database does not answer.
   */
  current(): Promise<number | undefined> {
    return this.#queries.run()
  }

  advance(): void {
    this.#generation.advance()
  }

  async #query(): Promise<number | undefined> {
    const newest = await this.#newestEvent()
    if (newest !== undefined) return this.#generation.at(newest)
    this.#generation.advance()
    return undefined
  }
}
