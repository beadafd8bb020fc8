import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Queries, WriteTransaction } from '../database/database.ts'
import { prepared } from '../database/prepared.ts'
import { isRetryable } from '../database/transaction.ts'
import { INVALIDATION, newestEventId, readEvents, type WikiEvent } from './events.ts'

/**
 * Follows the event log with a separate cursor. The batch and the cursor's move are one transaction, so a crash repeats
 * nothing that was stored and loses nothing. Effects outside the database belong into `tx.afterCommit`: the batch is
 * handled again when another subscriber fails.
 */
export interface Subscriber {
  readonly name: string
  /**
   * Whether cached answers are made from what it writes of these events, see {@link TransactionOptions.invalidates}.
   */
  invalidates(events: readonly WikiEvent[]): boolean
  handle(events: WikiEvent[], tx: WriteTransaction): Promise<void>
}

/**
 * Small, since every other writer waits while a batch is handled; enough for what several writers append meanwhile, or
 * the log would grow faster than it is read.
 */
const BATCH = 60
/** Looks at the log at least this often, in case a wake-up was lost. */
const POLL_MS = 5000
const RETRY_MS = 1000
/** How soon `settled` looks again at what another machine is doing. */
const ELSEWHERE_MS = 20

/** Error thrown by a subscriber. */
class HandlerError extends Error {
  readonly subscriber: Subscriber

  constructor(subscriber: Subscriber, cause: unknown) {
    super(`The subscriber ${subscriber.name} failed`, { cause })
    this.subscriber = subscriber
  }
}

/**
 * Runs the subscribers of one process. Those whose cursors are at the same event, which usually is all of them, handle
 * a batch in one transaction: it is committed once and not for each. One that fails falls behind, and is tried again
 * alone. On PostgreSQL row locks let one machine at a time advance a cursor.
 */
export class EventLog {
  #database: Database
  #subscribers: Subscriber[] = []
  #run: Promise<void> | undefined
  #again = false
  /** Another machine was advancing a cursor when this one looked last. */
  #isElsewhere = false
  #stopped = false
  #unsubscribe: () => void
  #timer: NodeJS.Timeout
  #onError: (subscriber: string, error: unknown) => void

  constructor(database: Database, onError: (subscriber: string, error: unknown) => void) {
    this.#database = database
    this.#onError = onError
    this.#unsubscribe = database.onEvents(origin => {
      // Processes of one server need not all look: the one that wrote does.
      if (origin !== 'peer') this.#wake()
    })
    this.#timer = setInterval(() => this.#wake(), POLL_MS).unref()
  }

  subscribe(subscriber: Subscriber): void {
    this.#subscribers.push(subscriber)
    this.#wake()
  }

  /**
   * Resolves when every subscriber, or the one of this name, has handled all events that are in the log now. For tests
   * and `search`.
   */
  async settled(name?: string): Promise<void> {
    this.#wake()
    for (;;) {
      while (this.#run) await this.#run
      if (this.#stopped || !this.#isElsewhere || !(await this.#isBehind(name))) return
      await new Promise(resolve => setTimeout(resolve, ELSEWHERE_MS))
      this.#wake()
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#unsubscribe()
    clearInterval(this.#timer)
    await this.#run
  }

  #wake(): void {
    if (this.#stopped) return
    if (this.#run) {
      this.#again = true
      return
    }
    this.#run = this.#drain().finally(() => {
      this.#run = undefined
      if (!this.#again) return
      this.#again = false
      this.#wake()
    })
  }

  async #drain(): Promise<void> {
    this.#isElsewhere = false
    try {
      for (let isAdvancing = true; isAdvancing && !this.#stopped;) {
        isAdvancing = false
        for (const [position, subscribers] of await this.#behind())
          isAdvancing = (await this.#advance(subscribers, position)) || isAdvancing
      }
    } catch (error) {
      this.#failed(this.#subscribers.map(({ name }) => name).join(', '), error)
    }
  }

  #failed(subscriber: string, error: unknown): void {
    this.#onError(subscriber, error)
    if (!this.#stopped) setTimeout(() => this.#wake(), RETRY_MS).unref()
  }

  async #isBehind(name: string | undefined): Promise<boolean> {
    return [...(await this.#behind()).values()].flat().some(subscriber => !name || subscriber.name === name)
  }

  /** The subscribers that have events to handle, by where their cursors are. */
  async #behind(): Promise<Map<number, Subscriber[]>> {
    const { read } = this.#database
    const newest = await newestEventId(read)
    let cursors = await positions(read)
    const unknown = this.#subscribers.filter(({ name }) => !cursors.has(name))
    if (unknown.length > 0) {
      await this.#begin(unknown)
      cursors = await positions(read)
    }
    const behind = this.#subscribers.filter(({ name }) => (cursors.get(name) ?? newest) < newest)
    return Map.groupBy(behind, ({ name }) => cursors.get(name) ?? newest)
  }

  /** In a separate transaction, so that no machine waits for another one's first batch. */
  async #begin(subscribers: readonly Subscriber[]): Promise<void> {
    await this.#database.transaction(
      ({ db }) =>
        db
          .insertInto('event_cursor')
          .values(subscribers.map(({ name }) => ({ subscriber: name, position: 0, updated_at: Date.now() })))
          .onConflict(conflict => conflict.doNothing())
          .execute(),
      { invalidates: false, durable: false },
    )
  }

  /** Has these subscribers handle the next batch after their common position. @returns whether a cursor moved */
  async #advance(subscribers: readonly Subscriber[], position: number): Promise<boolean> {
    if (subscribers.length === 0 || this.#stopped) return false
    try {
      return await this.#database.transaction(
        tx => this.#handle(tx, subscribers, position),
        // A poll without events writes nothing: were it to append one, two machines would wake each other without end.
        // The batch is handled again where its commit is lost.
        { invalidates: false, durable: false },
      )
    } catch (error) {
      if (!(error instanceof HandlerError)) throw error
      const failed = error.subscriber
      this.#failed(failed.name, error.cause)
      return this.#advance(
        subscribers.filter(subscriber => subscriber !== failed),
        position,
      )
    }
  }

  async #handle(tx: WriteTransaction, subscribers: readonly Subscriber[], position: number): Promise<boolean> {
    const names = await holdCursors(
      tx,
      subscribers.map(({ name }) => name),
      position,
    )
    if (names.size < subscribers.length) this.#isElsewhere = true
    if (names.size === 0) return false
    const events = await readEvents(tx.db, position, BATCH)
    const last = events.at(-1)
    if (!last) return false
    let invalidates = false
    for (const subscriber of subscribers) {
      if (!names.has(subscriber.name)) continue
      try {
        await subscriber.handle(events, tx)
      } catch (error) {
        throw isRetryable(error) ? error : new HandlerError(subscriber, error)
      }
      invalidates ||= subscriber.invalidates(events)
      // Readers get their turn.
      await setImmediate()
    }
    if (invalidates) tx.append({ kind: INVALIDATION, actorId: null })
    await moveCursors(tx, names, last.id)
    return true
  }
}

const cursorRows = prepared(db => db.selectFrom('event_cursor').select(['subscriber', 'position']))

async function positions(db: Queries): Promise<Map<string, number>> {
  return new Map((await cursorRows(db, {})).map(row => [row.subscriber, row.position]))
}

/** Takes the cursors that are still at this position. @returns the names of those that no other machine has */
async function holdCursors(tx: WriteTransaction, names: readonly string[], position: number): Promise<Set<string>> {
  let cursors = tx.db
    .selectFrom('event_cursor')
    .select('subscriber')
    .where('subscriber', 'in', names)
    .where('position', '=', position)
  // Not waiting: machines that wait hold a connection each, for as long as the other one works.
  if (tx.engine === 'postgres') cursors = cursors.modifyEnd(sql`for update skip locked`)
  return new Set((await cursors.execute()).map(row => row.subscriber))
}

async function moveCursors(tx: WriteTransaction, names: ReadonlySet<string>, position: number): Promise<void> {
  await tx.db
    .updateTable('event_cursor')
    .set({ position, updated_at: Date.now() })
    .where('subscriber', 'in', [...names])
    .execute()
}
