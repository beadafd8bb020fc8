import { sql } from 'kysely'
import type { Database, WriteTransaction } from '../database/database.ts'
import { INVALIDATION, readEvents, type WikiEvent } from './events.ts'

/**
 * Follows the event log with a cursor of its own. The batch and the cursor's move are one transaction, so a crash
 * repeats nothing that was stored and loses nothing.
 */
export interface Subscriber {
  readonly name: string
  /** Whether cached answers are made from what it writes, see {@link TransactionOptions.invalidates}. */
  readonly invalidates: boolean
  handle(events: WikiEvent[], tx: WriteTransaction): Promise<void>
}

/** Small, since every other writer waits while a batch is handled. */
const BATCH = 20
/** Looks at the log at least this often, in case a wake-up was lost. */
const POLL_MS = 5000
const RETRY_MS = 1000
/** How soon `settled` looks again at what another machine is doing. */
const ELSEWHERE_MS = 20

/** Runs the subscribers of one process. On PostgreSQL a row lock lets one machine at a time advance each cursor. */
export class EventLog {
  #database: Database
  #subscribers: Subscriber[] = []
  #runs = new Map<string, Promise<void>>()
  #again = new Set<string>()
  /** Subscribers whose cursor another machine was advancing when this one looked last. */
  #elsewhere = new Set<string>()
  #stopped = false
  #unsubscribe: () => void
  #timer: NodeJS.Timeout
  #onError: (subscriber: string, error: unknown) => void

  constructor(database: Database, onError: (subscriber: string, error: unknown) => void) {
    this.#database = database
    this.#onError = onError
    this.#unsubscribe = database.onEvents(() => this.#wake())
    this.#timer = setInterval(() => this.#wake(), POLL_MS).unref()
  }

  subscribe(subscriber: Subscriber): void {
    this.#subscribers.push(subscriber)
    this.#run(subscriber)
  }

  /** Resolves when every subscriber has handled all events that are in the log now. For tests and `search`. */
  async settled(name?: string): Promise<void> {
    for (const subscriber of this.#subscribers) {
      if (name && subscriber.name !== name) continue
      this.#run(subscriber)
      while (this.#runs.has(subscriber.name)) {
        await this.#runs.get(subscriber.name)
        if (!this.#elsewhere.has(subscriber.name) || this.#stopped) continue
        await new Promise(resolve => setTimeout(resolve, ELSEWHERE_MS))
        this.#run(subscriber)
      }
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#unsubscribe()
    clearInterval(this.#timer)
    await Promise.all(this.#runs.values())
  }

  #wake(): void {
    for (const subscriber of this.#subscribers) this.#run(subscriber)
  }

  #run(subscriber: Subscriber): void {
    if (this.#stopped) return
    if (this.#runs.has(subscriber.name)) return void this.#again.add(subscriber.name)
    const run = this.#drain(subscriber).finally(() => {
      this.#runs.delete(subscriber.name)
      if (this.#again.delete(subscriber.name)) this.#run(subscriber)
    })
    this.#runs.set(subscriber.name, run)
  }

  async #drain(subscriber: Subscriber): Promise<void> {
    try {
      while (!this.#stopped && (await this.#step(subscriber)));
    } catch (error) {
      this.#onError(subscriber.name, error)
      if (!this.#stopped) setTimeout(() => this.#run(subscriber), RETRY_MS).unref()
    }
  }

  /** Handles one batch. @returns whether more may follow. */
  async #step(subscriber: Subscriber): Promise<boolean> {
    const { name, invalidates } = subscriber
    const known = await this.#database.read
      .selectFrom('event_cursor')
      .select('position')
      .where('subscriber', '=', name)
      .executeTakeFirst()
    const next = await readEvents(this.#database.read, known?.position ?? 0, 1)
    this.#elsewhere.delete(name)
    if (known && next.length === 0) return false
    // In a transaction of its own, so that no machine waits for another one's first batch.
    if (!known) {
      await this.#database.transaction(
        ({ db }) =>
          db
            .insertInto('event_cursor')
            .values({ subscriber: name, position: 0, updated_at: Date.now() })
            .onConflict(conflict => conflict.doNothing())
            .execute(),
        { invalidates: false },
      )
    }
    return this.#database.transaction(
      async tx => {
        let cursor = tx.db.selectFrom('event_cursor').select('position').where('subscriber', '=', name)
        // Not waiting: machines that wait hold a connection each, for as long as the other one works.
        if (tx.engine === 'postgres') cursor = cursor.modifyEnd(sql`for update skip locked`)
        const held = await cursor.executeTakeFirst()
        if (!held) {
          this.#elsewhere.add(name)
          return false
        }
        const { position } = held
        const events = await readEvents(tx.db, position, BATCH)
        const last = events.at(-1)
        if (!last) return false
        await subscriber.handle(events, tx)
        if (invalidates) tx.append({ kind: INVALIDATION, actorId: null })
        await tx.db
          .updateTable('event_cursor')
          .set({ position: last.id, updated_at: Date.now() })
          .where('subscriber', '=', name)
          .execute()
        return events.length === BATCH
      },
      // Looking in vain writes nothing: were it to append an event, two machines would wake each other without end.
      { invalidates: false },
    )
  }
}
