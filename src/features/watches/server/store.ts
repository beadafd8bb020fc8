import type { Context } from '#platform/server/context.ts'
import {
  accountMarks,
  prepared,
  type ImportedMark,
  type Queries,
  type WriteTransaction,
} from '#platform/server/database/index.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import type { Account } from '#features/accounts/server/index.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'
import { ONE, type PageCountOf } from '#features/content/server/index.ts'
import type { Space } from '#features/spaces/server/index.ts'
import type { SpaceWatchScope } from './tables.ts'

const contentWatches = accountMarks('content_watch', {
  at: 'created_at',
  limit: {
    most: 100_000,
    refuse: most => badRequest('A user watches at most {{most}} contents', { values: { most } }),
  },
})
const spaceWatches = accountMarks('space_watch', { at: 'created_at' })

/** Whether an account watches this very content. */
export async function watchesContent(ctx: Context, contentId: number, accountId: number): Promise<boolean> {
  return (await watchOf(ctx.app.database.read, { id: contentId, accountId })).length > 0
}

/** 1 where the viewer watches a page itself. */
export const watchesOn = (db: Queries, { id, accountId }: PageCountOf) =>
  db.selectFrom('content_watch').select(ONE).where('content_id', '=', id).where('account_id', '=', accountId)

const watchOf = prepared(watchesOn)

/** Which parts of a space the user watches. */
export async function spaceScopes(ctx: Context, spaceId: number, accountId: number): Promise<Set<SpaceWatchScope>> {
  const rows = await ctx.app.database.read
    .selectFrom('space_watch')
    .select('scope')
    .where('space_id', '=', spaceId)
    .where('account_id', '=', accountId)
    .execute()
  return new Set(rows.map(row => row.scope))
}

/** Begins or ends a watch; what is so already is left, without an event. The caller has asked the policy. */
export async function setContentWatch(ctx: Context, row: ContentRow, accountId: number, watch: boolean): Promise<void> {
  await ctx.app.database.transaction(async tx => {
    if (!(await contentWatches.set(tx, { content_id: row.id, account_id: accountId }, watch))) return
    tx.append({
      kind: watch ? 'content.watched' : 'content.unwatched',
      actorId: ctx.viewer.userId,
      spaceId: row.space_id,
      contentId: row.id,
      data: { accountId },
      changes: [`account ${accountId}`],
    })
  })
}

/** As {@link setContentWatch}, for a space or its blog posts. */
export async function setSpaceWatch(
  ctx: Context,
  space: Space,
  scope: SpaceWatchScope,
  accountId: number,
  watch: boolean,
): Promise<void> {
  await ctx.app.database.transaction(async tx => {
    if (!(await spaceWatches.set(tx, { space_id: space.id, account_id: accountId, scope }, watch))) return
    tx.append({
      kind: watch ? 'space.watched' : 'space.unwatched',
      actorId: ctx.viewer.userId,
      spaceId: space.id,
      data: { accountId, scope },
      changes: [`account ${accountId}`],
    })
  })
}

/**
 * Accounts that watch a content, in order of their names; one more than `limit` when there are more. Disabled ones are
 * left out.
 */
export async function contentWatchers(
  ctx: Context,
  contentId: number,
  { start, limit }: { start: number; limit: number },
): Promise<Account[]> {
  return ctx.app.database.read
    .selectFrom('account')
    .selectAll('account')
    .where('active', '=', 1)
    .where('id', 'in', eb => eb.selectFrom('content_watch').select('account_id').where('content_id', '=', contentId))
    .orderBy('username_key')
    .offset(start)
    .limit(limit + 1)
    .execute()
}

/** As {@link contentWatchers}, of everything in a space. */
export async function spaceWatchers(
  ctx: Context,
  spaceId: number,
  { start, limit }: { start: number; limit: number },
): Promise<Account[]> {
  return ctx.app.database.read
    .selectFrom('account')
    .selectAll('account')
    .where('active', '=', 1)
    .where('id', 'in', eb =>
      eb.selectFrom('space_watch').select('account_id').where('space_id', '=', spaceId).where('scope', '=', 'all'),
    )
    .orderBy('username_key')
    .offset(start)
    .limit(limit + 1)
    .execute()
}

/** Stores the watchers of an imported content, or of everything or the blog posts in a space. */
export function importWatches(
  tx: WriteTransaction,
  watched: { contentId: number } | { spaceId: number; scope: SpaceWatchScope },
  imported: readonly ImportedMark[],
): Promise<void> {
  return 'contentId' in watched
    ? contentWatches.import(tx, { content_id: watched.contentId }, imported)
    : spaceWatches.import(tx, { space_id: watched.spaceId, scope: watched.scope }, imported)
}
