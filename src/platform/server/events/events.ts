import { sql, type Transaction } from 'kysely'
import type { Engine } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'

/** A change that happened. `kind` is `<entity>.<past participle>`, e.g. `page.created`. */
export interface NewEvent {
  kind: string
  actorId: number | null
  spaceId?: number | null
  contentId?: number | null
  data?: Record<string, unknown>
}

export interface WikiEvent extends Required<Omit<NewEvent, 'data'>> {
  id: number
  /** Epoch milliseconds. */
  at: number
  data: Record<string, unknown>
}

/** The kind of an event that says no more than that cached answers may be out of date. Subscribers do not get it. */
export const INVALIDATION = 'cache.invalidated'

/** Channel by which machines tell each other that the event log has grown. */
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
  if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${APPEND_LOCK})`.execute(db)
  const at = Date.now()
  await db
    .insertInto('event')
    .values(
      events.map(event => ({
        at,
        kind: event.kind,
        actor_id: event.actorId,
        space_id: event.spaceId ?? null,
        content_id: event.contentId ?? null,
        data: JSON.stringify(event.data ?? {}),
      })),
    )
    .execute()
  if (engine === 'postgres') await sql`select pg_notify(${EVENT_CHANNEL}, '')`.execute(db)
}

/** Id of the last event that subscribers get, 0 when there is none: what a cursor reaches. */
export async function newestEventId(db: Pick<Transaction<Tables>, 'selectFrom'>): Promise<number> {
  const row = await db
    .selectFrom('event')
    .select('id')
    .where('kind', '<>', INVALIDATION)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? 0
}

/** Events after `position` in order, at most `limit`, without {@link INVALIDATION}s. */
export async function readEvents(
  db: Pick<Transaction<Tables>, 'selectFrom'>,
  position: number,
  limit: number,
): Promise<WikiEvent[]> {
  const rows = await db
    .selectFrom('event')
    .selectAll()
    .where('id', '>', position)
    .where('kind', '<>', INVALIDATION)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(row => ({
    id: row.id,
    at: row.at,
    kind: row.kind,
    actorId: row.actor_id,
    spaceId: row.space_id,
    contentId: row.content_id,
    data: JSON.parse(row.data) as Record<string, unknown>,
  }))
}
