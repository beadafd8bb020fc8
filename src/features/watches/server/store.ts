import type { Context } from '#platform/server/context.ts'
import { prepared, type Queries, type WriteTransaction } from '#platform/server/database/index.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import type { Account } from '#features/accounts/server/index.ts'
import { ONE, type ContentRow, type PageCountOf } from '#features/content/server/index.ts'
import type { Space } from '#features/spaces/server/index.ts'
import type { SpaceWatchScope } from './tables.ts'

/** Maximum of watches of one user, of contents and of spaces. */
const MAX_WATCHED = 100_000

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
    const changed = watch
      ? await tx.db
          .insertInto('content_watch')
          .values({ content_id: row.id, account_id: accountId, created_at: Date.now() })
          .onConflict(conflict => conflict.doNothing())
          .returning('account_id')
          .executeTakeFirst()
      : await tx.db
          .deleteFrom('content_watch')
          .where('content_id', '=', row.id)
          .where('account_id', '=', accountId)
          .returning('account_id')
          .executeTakeFirst()
    if (!changed) return
    if (watch) {
      const { total } = await tx.db
        .selectFrom('content_watch')
        .select(eb => eb.fn.countAll<number>().as('total'))
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow()
      if (Number(total) > MAX_WATCHED)
        throw badRequest('A user watches at most {{most}} contents', {
          values: { most: MAX_WATCHED },
        })
    }
    tx.append({
      kind: watch ? 'content.watched' : 'content.unwatched',
      actorId: ctx.viewer.userId,
      spaceId: row.space_id,
      contentId: row.id,
      data: { accountId },
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
    const changed = watch
      ? await tx.db
          .insertInto('space_watch')
          .values({ space_id: space.id, account_id: accountId, scope, created_at: Date.now() })
          .onConflict(conflict => conflict.doNothing())
          .returning('account_id')
          .executeTakeFirst()
      : await tx.db
          .deleteFrom('space_watch')
          .where('space_id', '=', space.id)
          .where('account_id', '=', accountId)
          .where('scope', '=', scope)
          .returning('account_id')
          .executeTakeFirst()
    if (!changed) return
    tx.append({
      kind: watch ? 'space.watched' : 'space.unwatched',
      actorId: ctx.viewer.userId,
      spaceId: space.id,
      data: { accountId, scope },
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

/** Stores who watches an imported content, or with a space everything in it. */
export async function importWatches(
  tx: WriteTransaction,
  watched: { contentId: number } | { spaceId: number; scope: SpaceWatchScope },
  watches: readonly { accountId: number; at: number }[],
): Promise<void> {
  for (const { accountId, at } of watches) {
    const by = { account_id: accountId, created_at: at }
    await (
      'contentId' in watched
        ? tx.db.insertInto('content_watch').values({ content_id: watched.contentId, ...by })
        : tx.db.insertInto('space_watch').values({ space_id: watched.spaceId, scope: watched.scope, ...by })
    )
      .onConflict(conflict => conflict.doNothing())
      .execute()
  }
}
