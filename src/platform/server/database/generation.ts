import { SharedRun } from '../shared-run.ts'
import type { Source, Sources } from './sources.ts'

/** Sources that an event changes, as its row names them; null for everything. */
export type StoredChanges = string | null

/** The sources whose last changes are remembered; older ones count as changed when the last of the forgotten did. */
const MOST_SOURCES = 5000

/**
 * A number that is another one whenever the event log has grown, and for each source the number of its last change.
 * Data read while the number stayed the same are those that a reader finds now: each transaction that writes data of
 * cached answers appends an event ({@link TransactionOptions.invalidates}), rows and event become visible at once, and
 * ids of events commit in order.
 */
export class Generation {
  #number = 1
  /** Of the last change of everything, or of a source that is forgotten. */
  #everything = 1
  /** By source, the first to change first. */
  readonly #changed = new Map<string, number>()

  get number(): number {
    return this.#number
  }

  /** Takes in what further events changed. */
  grow(events: readonly StoredChanges[]): void {
    if (events.length === 0) return
    this.#number++
    for (const changes of events) {
      if (changes === null) {
        this.#everything = this.#number
        this.#changed.clear()
      } else if (changes !== '') {
        for (const source of changes.split(',')) this.#change(source)
      }
    }
  }

  /** Takes in a change of everything, without an event. */
  advance(): void {
    this.grow([null])
  }

  /** Whether none of these sources has changed after the number was `since`. */
  isUnchanged(sources: Sources, since: number): boolean {
    if (since === this.#number) return true
    if (sources === 'everything' || since < this.#everything) return false
    return sources.every(source => (this.#changed.get(source) ?? 0) <= since)
  }

  #change(source: string): void {
    this.#changed.delete(source)
    this.#changed.set(source, this.#number)
    if (this.#changed.size <= MOST_SOURCES) return
    const [oldest] = this.#changed
    if (!oldest) return
    this.#changed.delete(oldest[0])
    this.#everything = oldest[1]
  }
}

/** The list of sources as an event's row has it. */
export function storedChanges(changes: readonly Source[] | undefined): StoredChanges {
  return changes === undefined ? null : changes.join()
}

/** Events that are read at a time; where there are more, everything counts as changed. */
export const MOST_EVENTS = 500

/** How far the event log has been read, by one connection: another may lead to another server, with other events. */
export interface LogPosition {
  readonly connection: number
  /** Id of the newest event. */
  readonly id: string
}

/** The end of the event log. */
export interface LogEnd extends LogPosition {
  /** Changes of the events since the given position; undefined if they are not known. */
  readonly changes: readonly StoredChanges[] | undefined
}

/** Asks for the generation, where that takes a round trip. */
export class RemoteGeneration {
  readonly #generation = new Generation()
  readonly #endOfLog: (known: LogPosition | undefined) => Promise<LogEnd | undefined>
  readonly #queries = new SharedRun(() => this.#query())
  #position: LogPosition | undefined

  /** @param endOfLog reads it after the call; undefined when it cannot be read */
  constructor(endOfLog: (known: LogPosition | undefined) => Promise<LogEnd | undefined>) {
    this.#endOfLog = endOfLog
  }

  /**
   * The generation now: all that was committed before the call is in it. Undefined while the database does not answer.
   */
  current(): Promise<number | undefined> {
    return this.#queries.run()
  }

  isUnchanged(sources: Sources, since: number): boolean {
    return this.#generation.isUnchanged(sources, since)
  }

  advance(): void {
    this.#generation.advance()
  }

  async #query(): Promise<number | undefined> {
    const end = await this.#endOfLog(this.#position)
    this.#position = end
    if (end?.changes) this.#generation.grow(end.changes)
    else this.#generation.advance()
    return end && this.#generation.number
  }
}
