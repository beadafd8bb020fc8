import { sql } from 'kysely'
import type { Context } from '#platform/server/context.ts'
import {
  preparedInsert,
  type Database,
  type EngineDialect,
  type WriteTransaction,
} from '#platform/server/database/index.ts'
import { visible } from '#features/content-core/server/policies.ts'
import { PAGE_EDIT, PAGE_VIEW, SEARCH_PERFORMED } from '../shared.ts'
import type { AnalyticsEventTable } from './tables.ts'

export const DAY_MS = 86_400_000
const RETENTION_DAYS = 90
const MOST_LISTED = 20
const MOST_VIEWERS = 200

export type NewEvent = Omit<AnalyticsEventTable, 'id'>

/** Writes events; those of accounts and contents that are gone by now are left out. */
export async function insertEvents(
  tx: WriteTransaction,
  dialect: EngineDialect,
  events: readonly NewEvent[],
): Promise<void> {
  const accounts = await present(
    tx,
    dialect,
    'account',
    events.map(event => event.account_id),
  )
  const contents = await present(
    tx,
    dialect,
    'content',
    events.map(event => event.content_id),
  )
  const rows = events.filter(
    ({ account_id, content_id }) =>
      (account_id === null || accounts.has(account_id)) && (content_id === null || contents.has(content_id)),
  )
  await insertRows(tx.db, rows)
}

const insertRows = preparedInsert('analytics_event', ['at', 'name', 'account_id', 'content_id', 'data'])

async function present(
  tx: WriteTransaction,
  dialect: EngineDialect,
  table: 'account' | 'content',
  ids: readonly (number | null)[],
): Promise<ReadonlySet<number>> {
  const wanted = [...new Set(ids.filter(id => id !== null))]
  if (wanted.length === 0) return new Set()
  const rows = await tx.db.selectFrom(table).select('id').where('id', 'in', dialect.inIntegers(wanted)).execute()
  return new Set(rows.map(row => row.id))
}

/** Which of the pages the viewer may see. */
export async function visiblePages({ app, viewer }: Context, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const { read, dialect } = app.database
  const rows = await read
    .selectFrom('content')
    .select('id')
    .where('id', 'in', dialect.inIntegers(ids))
    .where('status', '=', 'current')
    .where(visible(dialect, viewer))
    .execute()
  return new Set(rows.map(row => row.id))
}

/** Aggregates the days of a range again. Idempotent. @param from day since 1970 @param to the last one */
export async function rollUp(database: Database, from: number, to: number): Promise<void> {
  for (let day = from; day <= to; day++) {
    await database.transaction(tx => rollUpDay(tx, day), { invalidates: false, durable: false })
  }
}

async function rollUpDay({ db }: WriteTransaction, day: number): Promise<void> {
  const between = sql`at >= ${day * DAY_MS} and at < ${(day + 1) * DAY_MS}`
  for (const table of ['analytics_day', 'analytics_page_day', 'analytics_search_day'] as const)
    await db.deleteFrom(table).where('day', '=', day).execute()
  await sql`insert into analytics_day (day, views, readers, edits, editors)
    select cast(${day} as bigint), count(case when name = ${PAGE_VIEW} then 1 end),
      count(distinct case when name = ${PAGE_VIEW} then account_id end),
      count(case when name = ${PAGE_EDIT} then 1 end),
      count(distinct case when name = ${PAGE_EDIT} then account_id end)
    from analytics_event where ${between} and name in (${PAGE_VIEW}, ${PAGE_EDIT})`.execute(db)
  await sql`insert into analytics_page_day (day, content_id, views, readers)
    select cast(${day} as bigint), content_id, count(*), count(distinct account_id) from analytics_event
    where ${between} and name = ${PAGE_VIEW} and content_id is not null group by content_id`.execute(db)
  const failed = await db
    .selectFrom('analytics_event')
    .select(['data', eb => eb.fn.countAll<number>().as('times')])
    .where('at', '>=', day * DAY_MS)
    .where('at', '<', (day + 1) * DAY_MS)
    .where('name', '=', SEARCH_PERFORMED)
    .groupBy('data')
    .execute()
  const byQuery = new Map<string, number>()
  for (const { data, times } of failed) {
    const { query, results } = JSON.parse(data ?? '{}') as { query?: unknown; results?: unknown }
    if (typeof query !== 'string' || results !== 0) continue
    const words = query.trim().toLowerCase()
    if (words !== '') byQuery.set(words, (byQuery.get(words) ?? 0) + Number(times))
  }
  for (const [query, times] of byQuery)
    await db.insertInto('analytics_search_day').values({ day, query, times }).execute()
}

/** The last day that was summed up. */
export async function lastDay({ read }: Database): Promise<number | undefined> {
  const row = await read.selectFrom('analytics_day').select('day').orderBy('day', 'desc').limit(1).executeTakeFirst()
  return row?.day
}

/** Removes events whose time is over; the sums stay. */
export async function prune(database: Database, now: number): Promise<void> {
  await database.transaction(
    tx =>
      tx.db
        .deleteFrom('analytics_event')
        .where('at', '<', now - RETENTION_DAYS * DAY_MS)
        .execute(),
    { invalidates: false },
  )
}

/** Removes what was recorded of an account. */
export async function deleteEventsOf(tx: WriteTransaction, accountId: number): Promise<void> {
  await tx.db.deleteFrom('analytics_event').where('account_id', '=', accountId).execute()
}

/** Sums of days. @param from day since 1970 */
export async function daysFrom({ read }: Database, from: number) {
  return read.selectFrom('analytics_day').selectAll().where('day', '>=', from).orderBy('day').execute()
}

/** Pages that were viewed most since a day, of those that the viewer may see. */
export async function popularPages({ app, viewer }: Context, from: number) {
  const { read, dialect } = app.database
  const viewed = read
    .selectFrom('analytics_page_day')
    .select(eb => ['content_id', eb.fn.sum<number>('views').as('views'), eb.fn.max<number>('readers').as('readers')])
    .where('day', '>=', from)
    .groupBy('content_id')
  return read
    .selectFrom(viewed.as('viewed'))
    .innerJoin('content', 'content.id', 'viewed.content_id')
    .innerJoin('space', 'space.id', 'content.space_id')
    .select(['content.id', 'content.title', 'space.name as space', 'viewed.views', 'viewed.readers'])
    .where('content.status', '=', 'current')
    .where(visible(dialect, viewer))
    .orderBy('viewed.views', 'desc')
    .orderBy('content.id')
    .limit(MOST_LISTED)
    .execute()
}

/** Pages without a view since a day, changed least recently first, of those that the viewer may see. */
export async function unreadPages({ app, viewer }: Context, from: number) {
  const { read, dialect } = app.database
  return read
    .selectFrom('content')
    .innerJoin('space', 'space.id', 'content.space_id')
    .select(['content.id', 'content.title', 'content.updated_at', 'space.name as space'])
    .where('content.type', 'in', ['page', 'blogpost'])
    .where('content.status', '=', 'current')
    .where('content.created_at', '<', from * DAY_MS)
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('analytics_page_day')
            .select('day')
            .whereRef('analytics_page_day.content_id', '=', 'content.id')
            .where('day', '>=', from),
        ),
      ),
    )
    .where(visible(dialect, viewer))
    .orderBy('content.updated_at')
    .limit(MOST_LISTED)
    .execute()
}

/** Searches without results since a day, most frequent first. */
export async function failedSearches({ read }: Database, from: number) {
  return read
    .selectFrom('analytics_search_day')
    .select(eb => ['query', eb.fn.sum<number>('times').as('times')])
    .where('day', '>=', from)
    .groupBy('query')
    .orderBy('times', 'desc')
    .orderBy('query')
    .limit(MOST_LISTED)
    .execute()
}

/** Viewers of a page, last one first. */
export async function viewersOf({ read }: Database, contentId: number) {
  return read
    .selectFrom('analytics_event')
    .select(eb => ['account_id', eb.fn.countAll<number>().as('views'), eb.fn.max<number>('at').as('last')])
    .where('content_id', '=', contentId)
    .where('name', '=', PAGE_VIEW)
    .where('account_id', 'is not', null)
    .groupBy('account_id')
    .orderBy('last', 'desc')
    .limit(MOST_VIEWERS)
    .execute()
}
