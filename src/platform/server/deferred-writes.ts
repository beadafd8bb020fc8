import type { App } from './app.ts'
import { backgroundWork, type BackgroundWork } from './background-work.ts'
import type { WriteTransaction } from './database/index.ts'
import { isOutOfSpace } from './no-space.ts'

/** How long writes gather: reading costs a commit a second at most. */
const DELAY_MS = 1000

/** Has other processes write what waits there. */
const FLUSH = 'platform.deferred-writes'

/** Takes what has gathered, and returns how it is written; that may run more than once. */
type TakeWrite = () => (tx: WriteTransaction) => Promise<unknown>

/**
 * Writes caused by reads, such as visits and when a session was last seen: gathered in memory and written together,
 * in one transaction after the answers. A process that is killed loses those of its last second, which were not
 * acknowledged.
 */
export class DeferredWrites implements BackgroundWork {
  readonly #app: App
  #waiting = new Map<string, TakeWrite>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(app: App) {
    this.#app = app
    app.extensions.add(backgroundWork, this)
    app.peers.handle(FLUSH, () => this.#flush())
  }

  /** Has something written soon. @param key what it is: while a write of this key waits, another one is not added */
  add(key: string, take: TakeWrite): void {
    if (this.#waiting.has(key)) return
    this.#waiting.set(key, take)
    this.#timer ??= setTimeout(() => void this.#flush(), DELAY_MS).unref()
  }

  /**
   * Writes what waits now in all processes of this server; resolves when it, and what was begun before, is there or has
   * failed.
   */
  async flush(): Promise<void> {
    await Promise.all([this.#flush(), this.#app.peers.ask(FLUSH)])
  }

  #flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const writes = [...this.#waiting].map(([key, take]) => ({ key, write: take() }))
    this.#waiting.clear()
    if (writes.length > 0) this.#writing = this.#writing.then(() => this.#write(writes))
    return this.#writing
  }

  idle(): Promise<void> {
    return this.#flush()
  }

  stop(): Promise<void> {
    return this.#flush()
  }

  async #write(writes: readonly { key: string; write: ReturnType<TakeWrite> }[]): Promise<void> {
    try {
      await this.#app.database.transaction(
        async tx => {
          for (const { write } of writes) await write(tx)
        },
        { invalidates: false, durable: false },
      )
    } catch (error) {
      // Pages are read on a full disk too; what they leave behind then is lost.
      if (isOutOfSpace(error)) return
      if (writes.length > 1) for (const one of writes) await this.#write([one])
      else
        this.#app.log.warn({ err: error, write: writes[0]?.key }, 'what readers have left behind could not be written')
    }
  }
}

const create = (app: App): DeferredWrites => new DeferredWrites(app)

/** Those of this process, for one wiki. */
export function deferredWrites(app: App): DeferredWrites {
  return app.own(create)
}
