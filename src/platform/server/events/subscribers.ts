import { setImmediate } from 'node:timers/promises'
import type { Database, Engine, Queries, WriteTransaction } from '../database/database.ts'
import { prepared } from '../database/prepared.ts'
import type { Source } from '../database/sources.ts'
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
  /** Sources of answers that it invalidates, see {@link NewEvent.changes}. */
  readonly changes?: readonly Source[]
  handle(events: WikiEvent[], tx: WriteTransaction): Promise<void>
}

/**
 * Small, since every other writer waits while a batch is handled; enough for what several writers append meanwhile, or
 * the log would grow faster than it is read.
 */
export const EVENTS_AT_ONCE = 60
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
  /**
   * The cursors as this process left them; undefined when another one may have moved them. The transaction that moves a
   * cursor checks where it is.
   */
  #cursors: Map<string, number> | undefined
  /** The query for a batch that is under way. */
  #reading: { readonly position: number; readonly events: Promise<WikiEvent[]> } | undefined
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
    this.#unsubscribe = database.onEvents((origin, hasNews) => {
      this.#reading = undefined
      if (origin !== 'own') this.#cursors = undefined
      // Processes of one server need not all look: the one that wrote does.
      if (hasNews && origin !== 'peer') this.#wake()
    })
    this.#timer = setInterval(() => {
      this.#cursors = undefined
      this.#wake()
    }, POLL_MS).unref()
  }

  subscribe(subscriber: Subscriber): void {
    this.#subscribers.push(subscriber)
    this.#wake()
  }

  /** The next batch of events after a position. Those who follow the log, and ask at once, share the query. */
  after(position: number): Promise<WikiEvent[]> {
    if (this.#reading?.position === position) return this.#reading.events
    const reading = { position, events: readEvents(this.#database.read, position, EVENTS_AT_ONCE) }
    this.#reading = reading
    const forget = () => {
      if (this.#reading === reading) this.#reading = undefined
    }
    reading.events.then(forget, forget)
    return reading.events
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
      while (!this.#stopped && (await this.#advanceAll()));
    } catch (error) {
      this.#cursors = undefined
      this.#failed(this.#subscribers.map(({ name }) => name).join(', '), error)
    }
  }

  #failed(subscriber: string, error: unknown): void {
    this.#onError(subscriber, error)
    if (!this.#stopped) setTimeout(() => this.#wake(), RETRY_MS).unref()
  }

  async #isBehind(name: string | undefined): Promise<boolean> {
    const { read } = this.#database
    const newest = await newestEventId(read)
    const cursors = await readCursors(read)
    return this.#subscribers.some(
      subscriber => (!name || subscriber.name === name) && (cursors.get(subscriber.name) ?? newest) < newest,
    )
  }

  /** Has each subscriber handle one batch. @returns whether there may be more to handle */
  async #advanceAll(): Promise<boolean> {
    const areRemembered = this.#cursors !== undefined
    const cursors = await this.#knownCursors()
    let isMore = false
    for (const [position, subscribers] of Map.groupBy(this.#subscribers, ({ name }) => cursors.get(name) ?? 0)) {
      const events = await this.after(position)
      if (events.length === 0) continue
      const { areMoved, areElsewhere } = await this.#advance(subscribers, position, events)
      if (areElsewhere) {
        this.#cursors = undefined
        if (!areRemembered) this.#isElsewhere = true
      }
      isMore ||= areElsewhere && areRemembered
      isMore ||= areMoved && events.length === EVENTS_AT_ONCE
    }
    return isMore
  }

  async #knownCursors(): Promise<Map<string, number>> {
    if (this.#subscribers.every(({ name }) => this.#cursors?.has(name)) && this.#cursors) return this.#cursors
    const { read } = this.#database
    this.#cursors = await readCursors(read)
    const unknown = this.#subscribers.filter(({ name }) => !this.#cursors?.has(name))
    if (unknown.length > 0) {
      await this.#begin(unknown)
      this.#cursors = await readCursors(read)
    }
    return this.#cursors
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

  /** Has these subscribers handle the events after their common position. */
  async #advance(subscribers: readonly Subscriber[], position: number, events: readonly WikiEvent[]): Promise<Advance> {
    if (subscribers.length === 0 || this.#stopped) return { areMoved: false, areElsewhere: false }
    try {
      const to = events.at(-1)?.id ?? position
      const moved = await this.#database.transaction(
        tx => this.#handle(tx, subscribers, { from: position, to }, events),
        // A poll without events writes nothing: were it to append one, two machines would wake each other without end.
        // The batch is handled again where its commit is lost.
        { invalidates: false, durable: false },
      )
      for (const name of moved) this.#cursors?.set(name, to)
      return { areMoved: moved.size > 0, areElsewhere: moved.size < subscribers.length }
    } catch (error) {
      if (!(error instanceof HandlerError)) throw error
      const failed = error.subscriber
      this.#failed(failed.name, error.cause)
      return this.#advance(
        subscribers.filter(subscriber => subscriber !== failed),
        position,
        events,
      )
    }
  }

  /** @returns the names of those that have handled the events; no other machine has them */
  async #handle(
    tx: WriteTransaction,
    subscribers: readonly Subscriber[],
    move: { readonly from: number; readonly to: number },
    events: readonly WikiEvent[],
  ): Promise<Set<string>> {
    const names = await moveCursors(
      tx,
      subscribers.map(({ name }) => name),
      move,
    )
    const invalidating: Subscriber[] = []
    for (const subscriber of subscribers) {
      if (!names.has(subscriber.name)) continue
      try {
        await subscriber.handle([...events], tx)
      } catch (error) {
        throw isRetryable(error) ? error : new HandlerError(subscriber, error)
      }
      if (subscriber.invalidates(events)) invalidating.push(subscriber)
      // Readers get their turn.
      await setImmediate()
    }
    if (invalidating.length > 0) tx.append({ kind: INVALIDATION, actorId: null, changes: changesBy(invalidating) })
    return names
  }
}

function changesBy(subscribers: readonly Subscriber[]): readonly Source[] | undefined {
  const all = subscribers.map(({ changes }) => changes)
  return all.includes(undefined) ? undefined : all.flatMap(changes => changes ?? [])
}

/** How an attempt to advance cursors ended. */
interface Advance {
  /** At least one has moved. */
  readonly areMoved: boolean
  /** At least one was moved by another machine, or is held by one. */
  readonly areElsewhere: boolean
}

const cursorRows = prepared(db => db.selectFrom('event_cursor').select(['subscriber', 'position']))

async function readCursors(db: Queries): Promise<Map<string, number>> {
  return new Map((await cursorRows(db, {})).map(row => [row.subscriber, row.position]))
}

/** Moves the cursors that are still at a position. @returns the names of those that no other machine has */
async function moveCursors(
  { db, engine }: WriteTransaction,
  names: readonly string[],
  { from, to }: { from: number; to: number },
): Promise<Set<string>> {
  const key = `${engine} ${names.length}`
  let move = moves.get(key)
  if (!move) moves.set(key, (move = moveOf(engine, names.length)))
  const named = Object.fromEntries(names.map((name, index) => [`name ${index}`, name]))
  return new Set((await move(db, { ...named, from, to, at: Date.now() })).map(row => row.subscriber))
}

/** Statements of {@link moveCursors}, by engine and number of names. */
const moves = new Map<string, ReturnType<typeof moveOf>>()

function moveOf(engine: Engine, count: number) {
  return prepared((db, parameter: Readonly<Record<string, string | number>>) => {
    const names = Array.from({ length: count }, (_, index) => parameter[`name ${index}`] as string)
    const { from, to, at } = parameter as { from: number; to: number; at: number }
    const cursors = db
      .selectFrom('event_cursor as held')
      .select('held.subscriber')
      .where('held.subscriber', 'in', names)
      .where('held.position', '=', from)
    return (
      db
        .updateTable('event_cursor')
        .set({ position: to, updated_at: at })
        // Not waiting: machines that wait hold a connection each, for as long as the other one works.
        .where('subscriber', 'in', engine === 'postgres' ? cursors.forUpdate().skipLocked() : cursors)
        .returning('subscriber')
    )
  })
}
