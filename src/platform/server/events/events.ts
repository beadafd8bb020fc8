import { sql, type Transaction } from 'kysely'
import type { Engine, Queries } from '../database/database.ts'
import { storedChanges } from '../database/generation.ts'
import { compilable, prepared, preparedInsert } from '../database/prepared.ts'
import type { Source } from '../database/sources.ts'
import type { Tables } from '../database/tables.ts'

/** A change that happened. `kind` is `<entity>.<past participle>`, e.g. `page.created`. */
export interface NewEvent {
  kind: string
  actorId: number | null
  spaceId?: number | null
  contentId?: number | null
  data?: Record<string, unknown>
  /**
   * All that cached answers are made from and the transaction changes, with those of its other events; absent for
   * everything.
   */
  changes?: readonly Source[]
}

export interface WikiEvent extends Required<Omit<NewEvent, 'data' | 'changes'>> {
  id: number
  /** Epoch milliseconds. */
  at: number
  data: Record<string, unknown>
}

/** The kind of an event that says no more than that cached answers may be out of date. Subscribers do not get it. */
export const INVALIDATION = 'cache.invalidated'

/** Channel by which machines notify each other that the event log has grown. */
export const EVENT_CHANNEL = 'oxbow_events'
/** Advisory lock under which PostgreSQL transactions append, held to commit, so that ids commit in order. */
const APPEND_LOCK = 817102502

/**
 * Writes events as the last statements of a transaction. On PostgreSQL an advisory lock orders the commits: a reader
 * whose cursor is at id n has then seen every event up to n.
 */
export async function insertEvents(
  db: Transaction<Tables>,
  engine: Engine,
  events: readonly NewEvent[],
): Promise<void> {
  if (engine === 'postgres') await appendingBegun(db, { lock: APPEND_LOCK, channel: EVENT_CHANNEL })
  const at = Date.now()
  await eventInsert(
    db,
    events.map(event => ({
      at,
      kind: event.kind,
      actor_id: event.actorId,
      space_id: event.spaceId ?? null,
      content_id: event.contentId ?? null,
      data: JSON.stringify(event.data ?? {}),
      changes: storedChanges(event.changes),
    })),
  )
}

/** Others are notified when the transaction commits. */
const appendingBegun = prepared((db, { lock, channel }: { lock: number; channel: string }) =>
  compilable(db, sql`select pg_advisory_xact_lock(${lock}), pg_notify(${channel}, '')`),
)

const eventInsert = preparedInsert('event', ['at', 'kind', 'actor_id', 'space_id', 'content_id', 'data', 'changes'])

/** Id of the last event that subscribers get, 0 when there is none: what a cursor reaches. */
export async function newestEventId(db: Queries): Promise<number> {
  return (await newestEvent(db, {}))[0]?.id ?? 0
}

const newestEvent = prepared(db =>
  db.selectFrom('event').select('id').where('kind', '<>', INVALIDATION).orderBy('id', 'desc').limit(1),
)

/** Events after `position` in order, at most `limit`, without {@link INVALIDATION}s. */
export async function readEvents(db: Queries, position: number, limit: number): Promise<WikiEvent[]> {
  return (await eventsAfter(db, { position, limit })).map(row => ({
    id: row.id,
    at: row.at,
    kind: row.kind,
    actorId: row.actor_id,
    spaceId: row.space_id,
    contentId: row.content_id,
    data: JSON.parse(row.data) as Record<string, unknown>,
  }))
}

const eventsAfter = prepared((db, { position, limit }: { position: number; limit: number }) =>
  db
    .selectFrom('event')
    .selectAll()
    .where('id', '>', position)
    .where('kind', '<>', INVALIDATION)
    .orderBy('id')
    .limit(limit),
)
