import { open, type FileHandle } from 'node:fs/promises'
import { SharedRun } from '../shared-run.ts'

/**
 * The write-ahead log of a SQLite database whose commits do not flush it (`synchronous = normal`). Flushing it after a
 * commit makes the commit durable, as SQLite itself does it for `synchronous = full`, but outside of the event loop,
 * and once for all transactions that were committed meanwhile (group commit). SQLite's own flushes around checkpoints
 * and the reuse of the log flush it for both. https://sqlite.org/pragma.html#pragma_synchronous
 *
 * SQLite takes its locks on other files, so closing this one releases none of them.
 */
export class WriteAheadLog {
  readonly #file: string
  readonly #flushes = new SharedRun(() => this.#flush())
  #handle: FileHandle | undefined

  constructor(file: string) {
    this.#file = file
  }

  /**
   * Resolves when all that was committed before the call is on the disk.
   * @throws Error when the disk refuses it
   */
  flush(): Promise<void> {
    return this.#flushes.run()
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

  /** Waits for flushes that others wait for. */
  async close(): Promise<void> {
    await this.flush()
    await this.#handle?.close()
  }
}
