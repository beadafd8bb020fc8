import { sql } from 'kysely'
import type { Context } from '#platform/server/context.ts'
import { prepared, type WriteTransaction } from '#platform/server/database/index.ts'
import { visible } from '#features/content-core/server/policies.ts'
import { MOST_VISITED } from '../visited.ts'
import type {} from './tables.ts'

/** An account's visits of a content since they were last written. */
export interface NewVisits {
  accountId: number
  contentId: number
  /** Epoch milliseconds, of the last one. */
  seenAt: number
  visits: number
}

/** Pages and posts that the account visited and the viewer may see, last seen first. */
export function visitedPages({ app, viewer }: Context, accountId: number, limit: number, withTrash: boolean) {
  const { read, dialect } = app.database
  return read
    .selectFrom('content_visit')
    .innerJoin('content', 'content.id', 'content_visit.content_id')
    .innerJoin('space', 'space.id', 'content.space_id')
    .selectAll('content')
    .select(['space.key as space_key', 'space.name as space_name', 'content_visit.seen_at', 'content_visit.visits'])
    .where('content_visit.account_id', '=', accountId)
    .where('content.type', 'in', ['page', 'blogpost'])
    .where('content.status', 'in', withTrash ? ['current', 'trashed'] : ['current'])
    .where(visible(dialect, viewer))
    .orderBy('content_visit.seen_at', 'desc')
    .limit(Math.min(limit, MOST_VISITED))
    .execute()
}

/** Which of the ids are current pages and posts that the viewer may see. */
export async function presentPages({ app, viewer }: Context, ids: readonly number[]): Promise<number[]> {
  const { read, dialect } = app.database
  const rows = await read
    .selectFrom('content')
    .select('id')
    .where('id', 'in', dialect.inIntegers(ids))
    .where('type', 'in', ['page', 'blogpost'])
    .where('status', '=', 'current')
    .where(visible(dialect, viewer))
    .execute()
  return rows.map(row => row.id)
}

/** Ids of the spaces in which the account visited what the viewer may see, last seen first. */
export async function visitedSpaces({ app, viewer }: Context, accountId: number, limit: number): Promise<number[]> {
  const { read, dialect } = app.database
  const rows = await read
    .selectFrom('content_visit')
    .innerJoin('content', 'content.id', 'content_visit.content_id')
    .select(eb => ['content.space_id', eb.fn.max('content_visit.seen_at').as('seen_at')])
    .where('content_visit.account_id', '=', accountId)
    .where(visible(dialect, viewer))
    .groupBy('content.space_id')
    .orderBy('seen_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(row => row.space_id)
}

/** Adds visits to those that the accounts have, of which the oldest go. */
export async function addVisits(tx: WriteTransaction, visits: readonly NewVisits[]): Promise<void> {
  for (const { accountId, contentId, seenAt, visits: times } of visits) {
    await visitAdded(tx.db, { accountId, contentId, seenAt, times })
  }
  for (const accountId of new Set(visits.map(visit => visit.accountId))) await trim(tx, accountId)
}

// Account or content may be gone for good by now.
const visitAdded = prepared((db, visit: { accountId: number; contentId: number; seenAt: number; times: number }) =>
  db
    .insertInto('content_visit')
    .columns(['account_id', 'content_id', 'seen_at', 'visits'])
    .expression(eb =>
      eb
        .selectFrom('content')
        .innerJoin('account', join => join.on('account.id', '=', visit.accountId))
        .select([
          'account.id',
          'content.id',
          sql<number>`cast(${visit.seenAt} as bigint)`.as('seen_at'),
          sql<number>`cast(${visit.times} as bigint)`.as('visits'),
        ])
        .where('content.id', '=', visit.contentId),
    )
    .onConflict(conflict =>
      conflict.columns(['account_id', 'content_id']).doUpdateSet(eb => ({
        seen_at: eb.ref('excluded.seen_at'),
        visits: sql<number>`content_visit.visits + excluded.visits`,
      })),
    ),
)

async function trim(tx: WriteTransaction, accountId: number): Promise<void> {
  const [oldest] = await oldestRetainedVisit(tx.db, { accountId })
  if (!oldest) return
  await tx.db
    .deleteFrom('content_visit')
    .where('account_id', '=', accountId)
    .where('seen_at', '<=', oldest.seen_at)
    .execute()
}

const oldestRetainedVisit = prepared((db, { accountId }: { accountId: number }) =>
  db
    .selectFrom('content_visit')
    .select('seen_at')
    .where('account_id', '=', accountId)
    .orderBy('seen_at', 'desc')
    .offset(MOST_VISITED)
    .limit(1),
)
