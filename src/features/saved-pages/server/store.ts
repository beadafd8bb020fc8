import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Context } from '#platform/server/context.ts'
import {
  accountMarks,
  prepared,
  type ImportedMark,
  type Queries,
  type WriteTransaction,
} from '#platform/server/database/index.ts'
import { isoTime } from '#platform/wire.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { visible } from '#features/content-core/server/policies.ts'
import { pageEntry, type ContentRow } from '#features/content-core/server/read.ts'
import { ONE, type PageCountOf } from '#features/content/server/index.ts'
import { accountsNamed, type Predicate } from '#features/search/server/index.ts'
import type { SavedPage } from '../contract.ts'
import type {} from './tables.ts'

/** Pages that users saved for later. */
const savedMarks = accountMarks('content_favourite', {
  limit: {
    most: 10_000,
    refuse: most => badRequest('A user saves at most {{most}} pages', { values: { most } }),
  },
})

/** Whether an account saved the content for later. */
export async function isSavedBy(ctx: Context, contentId: number, accountId: number): Promise<boolean> {
  return (await savedBy(ctx.app.database.read, { id: contentId, accountId })).length > 0
}

/** 1 where the viewer saved a page. */
export const savedOn = (db: Queries, { id, accountId }: PageCountOf) =>
  db.selectFrom('content_favourite').select(ONE).where('account_id', '=', accountId).where('content_id', '=', id)

const savedBy = prepared(savedOn)

/** The ids of what an account saved, for queries. */
export function savedIds(accountId: number): RawBuilder<number> {
  return sql<number>`(select content_favourite.content_id from content_favourite where content_favourite.account_id = ${accountId})`
}

/** True for contents that the viewer saved, where a query names them: what others saved is theirs to know. */
export function savedByNamed({ viewer }: Context, predicate: Predicate): RawBuilder<SqlBool> {
  if (viewer.userId === null || predicate.kind !== 'users') return sql<SqlBool>`1 = 0`
  const isNamed = sql<SqlBool>`${viewer.userId} in ${accountsNamed(predicate.users)}`
  return sql<SqlBool>`(content.id in ${savedIds(viewer.userId)} and ${isNamed})`
}

/**
 * Saves a page for later, or no longer; what is so already is left, without an event. The caller has asked the
 * policy.
 */
export async function setSaved(ctx: Context, row: ContentRow, accountId: number, saved: boolean): Promise<void> {
  await ctx.app.database.transaction(async tx => {
    if (!(await savedMarks.set(tx, { account_id: accountId, content_id: row.id }, saved))) return
    tx.append({
      kind: saved ? 'content.saved' : 'content.unsaved',
      actorId: ctx.viewer.userId,
      spaceId: row.space_id,
      contentId: row.id,
      data: {},
      changes: [`account ${accountId}`],
    })
  })
}

/** Saved pages that the user may still see, last saved first; one more than `limit` when there are more. */
export async function savedPages(
  ctx: Context,
  accountId: number,
  { start, limit }: { start: number; limit: number },
): Promise<SavedPage[]> {
  const { read, dialect } = ctx.app.database
  const rows = await read
    .selectFrom('content_favourite')
    .innerJoin('content', 'content.id', 'content_favourite.content_id')
    .innerJoin('space', 'space.id', 'content.space_id')
    .selectAll('content')
    .select(['space.key as space_key', 'space.name as space_name', 'content_favourite.at'])
    .where('content_favourite.account_id', '=', accountId)
    .where('content.status', '=', 'current')
    .where('content.type', 'in', ['page', 'blogpost'])
    .where(visible(dialect, ctx.viewer))
    .orderBy('content_favourite.at', 'desc')
    .orderBy('content.id', 'desc')
    .offset(start)
    .limit(limit + 1)
    .execute()
  return rows.map(row => ({
    ...pageEntry(row),
    savedAt: isoTime(row.at),
  }))
}

/** Stores the users who have saved an imported page for later. */
export function importSaved(tx: WriteTransaction, contentId: number, imported: readonly ImportedMark[]): Promise<void> {
  return savedMarks.import(tx, { content_id: contentId }, imported)
}
