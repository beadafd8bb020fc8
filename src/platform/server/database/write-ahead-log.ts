import { open, type FileHandle } from 'node:fs/promises'

/**
 * The write-ahead log of a SQLite database whose commits do not flush it (`synchronous = normal`). Flushing it after a
 * commit makes the commit durable, as SQLite itself does it for `synchronous = full`, but outside of the event loop,
 * and once for all transactions that were committed meanwhile (group commit). What SQLite flushes around checkpoints and
 * the reuse of the log it flushes for both. https://sqlite.org/pragma.html#pragma_synchronous
 *
 * SQLite takes its locks on other files, so closing this one releases none of them.
 */
export class WriteAheadLog {
  readonly #file: string
  #handle: FileHandle | undefined
  #running: Promise<unknown> = Promise.resolve()
  #next: Promise<void> | undefined

  constructor(file: string) {
    this.#file = file
  }

  /**
   * Resolves when all that was committed before the call is on the disk.
   * @throws Error when the disk refuses it
   */
  flush(): Promise<void> {
    // A flush under way may have begun before the commit; all callers meanwhile share the next.
    this.#next ??= this.#running.then(() => {
      this.#next = undefined
      const flush = this.#flush()
      this.#running = flush.catch(() => {})
      return flush
    })
    return this.#next
  }

  async #flush(): Promise<void> {
    try {
      // Windows flushes only what may be written.
      this.#handle ??= await open(this.#file, 'r+')
    } catch (error) {
      // Nothing has ever been written.
      if ((error as { code?: string }).code === 'ENOENT') return
      throw error
    }
    await this.#handle.datasync()
  }

  async close(): Promise<void> {
    await this.#running
    await this.#handle?.close()
  }
}
