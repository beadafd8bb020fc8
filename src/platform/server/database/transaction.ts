import type { Kysely, Transaction } from 'kysely'
import { insertEvents, INVALIDATION, type NewEvent } from '../events/events.ts'
import type { EngineDialect, EventListener, EventOrigin, TransactionOptions, WriteTransaction } from './database.ts'
import type { Tables } from './tables.ts'

/** Notifies listeners in this process that the event log has grown. A lost wake-up only delays: the log decides. */
export class EventWakeUp {
  #listeners = new Set<EventListener>()

  add(listener: EventListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  wake(origin: EventOrigin, hasNews = true): void {
    for (const listener of this.#listeners) listener(origin, hasNews)
  }
}

const MAX_ATTEMPTS = 5

interface RunOptions extends TransactionOptions {
  /** Makes durable what has been committed, where the commit has not. */
  flush?: () => Promise<void>
  /** Called before anything that waits for the transaction, with the number of its events. */
  committed?: (events: number) => void
}

/**
 * The one write path: rows and events in one transaction, wake-up after commit, retry when the engine asks for it.
 */
export async function runTransaction<T>(
  db: Kysely<Tables>,
  dialect: EngineDialect,
  wakeUp: EventWakeUp,
  work: (tx: WriteTransaction) => Promise<T>,
  { invalidates = true, durable = true, flush, committed }: RunOptions = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const events: NewEvent[] = []
    const after: (() => unknown)[] = []
    try {
      const result = await db.transaction().execute(async (trx: Transaction<Tables>) => {
        const value = await work({
          db: trx,
          engine: dialect.engine,
          dialect,
          append: event => void events.push(event),
          afterCommit: action => void after.push(action),
        })
        if (invalidates && events.length === 0) events.push({ kind: INVALIDATION, actorId: null })
        if (events.length > 0) await insertEvents(trx, dialect.engine, events)
        return value
      })
      if (durable) await flush?.()
      committed?.(events.length)
      const actions = after.map(action => action())
      if (events.length > 0)
        wakeUp.wake(
          'own',
          events.some(({ kind }) => kind !== INVALIDATION),
        )
      if (actions.some(each => each instanceof Promise)) await Promise.allSettled(actions)
      return result
    } catch (error) {
      if (attempt < MAX_ATTEMPTS && isRetryable(error)) continue
      throw error
    }
  }
}

/** PostgreSQL's serialisation failure and deadlock. SQLite has one writer and waits instead. */
export function isRetryable(error: unknown): boolean {
  const code = (error as { code?: unknown }).code
  return code === '40001' || code === '40P01'
}
