import { setTimeout } from 'node:timers/promises'
import type { App } from '#platform/server/app.ts'
import { appendUpdates, type NewUpdate } from './store.ts'

/** Updates that arrive within this time share a transaction, in milliseconds. */
const GATHER_MS = 2
/** Updates of one transaction. */
const MOST_AT_ONCE = 500

interface Waiting {
  readonly contentId: number
  readonly incarnation: string
  readonly update: NewUpdate
  /** @param seq number of the update; undefined if its document is gone */
  readonly stored: (seq: number | undefined) => void
  readonly failed: (error: unknown) => void
}

/**
 * Appends updates of all documents to the database, those that arrive together in one transaction: a flush to the disk
 * takes longer than all else.
 */
export class StoreQueue {
  readonly #app: App
  #waiting: Waiting[] = []
  #run: Promise<void> | undefined

  constructor(app: App) {
    this.#app = app
  }

  /**
   * Resolves when the update is on the disk, with its number; undefined if there is no document of this incarnation.
   * @throws when it could not be stored
   */
  append(contentId: number, incarnation: string, update: NewUpdate): Promise<number | undefined> {
    return new Promise((stored, failed) => {
      this.#waiting.push({ contentId, incarnation, update, stored, failed })
      this.#run ??= this.#store()
    })
  }

  /** Resolves when nothing waits. */
  async idle(): Promise<void> {
    while (this.#run) await this.#run
  }

  async #store(): Promise<void> {
    await setTimeout(GATHER_MS)
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MOST_AT_ONCE)
      try {
        const numbers = await this.#commit(batch)
        for (const each of batch) each.stored(numbers.get(each))
      } catch (error) {
        for (const { failed } of batch) failed(error)
      }
    }
    // At once: an update that is appended before this begins a new run.
    this.#run = undefined
  }

  #commit(batch: readonly Waiting[]): Promise<Map<Waiting, number>> {
    // In the order of ids, in which all processes lock them.
    const documents = [...Map.groupBy(batch, each => each.contentId)].toSorted(([a], [b]) => a - b)
    return this.#app.database.transaction(
      async tx => {
        const numbers = new Map<Waiting, number>()
        for (const [contentId, all] of documents) {
          for (const [incarnation, of] of Map.groupBy(all, each => each.incarnation)) {
            const first = await appendUpdates(
              tx,
              contentId,
              incarnation,
              of.map(({ update }) => update),
            )
            if (first !== undefined) for (const [index, each] of of.entries()) numbers.set(each, first + index)
          }
        }
        return numbers
      },
      // Read through no cache.
      { invalidates: false },
    )
  }
}
