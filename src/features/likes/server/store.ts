import type { Context } from '#platform/server/context.ts'
import {
  accountMarks,
  prepared,
  type ImportedMark,
  type Queries,
  type WriteTransaction,
} from '#platform/server/database/index.ts'
import type { Account } from '#features/accounts/server/index.ts'
import { visible } from '#features/content-core/server/policies.ts'
import { pageEntry, type ContentRow } from '#features/content-core/server/read.ts'
import { ONE, type PageCountOf } from '#features/content/server/index.ts'
import type { PopularEntry } from '../contract.ts'
import { PROMOTED_LIKES } from '../shared.ts'
import type {} from './tables.ts'

export const likes = accountMarks('content_like')
export const follows = accountMarks('account_follow', { account: 'follower_id' })

/** Stores likes of an imported content. */
export function importLikes(tx: WriteTransaction, contentId: number, imported: readonly ImportedMark[]): Promise<void> {
  return likes.import(tx, { content_id: contentId }, imported)
}

/** 1 if a page has likes. */
export const likeCount = (db: Queries, { id }: PageCountOf) =>
  db.selectFrom('content_like').select(ONE).where('content_id', '=', id).limit(1)

/** How many like a content, and who of them is named to one reader. */
export interface LikeCount {
  count: number
  liked: boolean
  promoted: string[]
  other: string | null
}

/** Counts of many contents for one reader; those without likes are left out. */
export async function countLikes(ctx: Context, ids: readonly number[]): Promise<Map<number, LikeCount>> {
  if (ids.length === 0) return new Map()
  const { read, dialect } = ctx.app.database
  const reader = ctx.viewer.userId ?? 0
  const [first = 0] = ids
  const totals =
    ids.length === 1
      ? await likesOfOne(read, { contentId: first, reader })
      : await countedFor(read, reader).where('content_id', 'in', dialect.inIntegers(ids)).execute()
  if (totals.length === 0) return new Map()
  const followed =
    reader === 0
      ? []
      : await followedLikers(
          ctx,
          totals.map(row => row.content_id),
          reader,
        )
  const counts = new Map<number, LikeCount>()
  for (const { content_id, total, own } of totals) {
    const promoted = followed.filter(row => row.content_id === content_id).slice(0, PROMOTED_LIKES)
    counts.set(content_id, {
      count: Number(total),
      liked: Number(own) > 0,
      promoted: promoted.map(row => row.display_name),
      other: null,
    })
  }
  await nameTheOthers(ctx, counts, followed)
  return counts
}

function countedFor(db: Queries, reader: number) {
  return db
    .selectFrom('content_like')
    .select(['content_id', eb => eb.fn.countAll<number>().as('total')])
    .select(eb => eb.fn.sum<number>(eb.case().when('account_id', '=', reader).then(1).else(0).end()).as('own'))
    .groupBy('content_id')
}

const likesOfOne = prepared((db, { contentId, reader }: { contentId: number; reader: number }) =>
  countedFor(db, reader).where('content_id', '=', contentId),
)

interface NamedLiker {
  content_id: number
  account_id: number
  display_name: string
}

/** Likers whom a reader follows, the first to like first. Bounded by how many users one follows. */
async function followedLikers(ctx: Context, ids: readonly number[], reader: number): Promise<NamedLiker[]> {
  const { read, dialect } = ctx.app.database
  return read
    .selectFrom('account_follow')
    .innerJoin('content_like', 'content_like.account_id', 'account_follow.followee_id')
    .innerJoin('account', 'account.id', 'account_follow.followee_id')
    .select(['content_like.content_id', 'content_like.account_id', 'account.display_name'])
    .where('account_follow.follower_id', '=', reader)
    .where('content_like.content_id', 'in', dialect.inIntegers(ids))
    .orderBy('content_like.at')
    .orderBy('content_like.account_id')
    .execute()
}

/** Sets `other` where exactly one liker is neither the reader nor promoted: of those contents few likes are read. */
async function nameTheOthers(
  ctx: Context,
  counts: Map<number, LikeCount>,
  followed: readonly NamedLiker[],
): Promise<void> {
  const ids = [...counts]
    .filter(([, { count, liked, promoted }]) => count - (liked ? 1 : 0) - promoted.length === 1)
    .map(([id]) => id)
  if (ids.length === 0) return
  const { read, dialect } = ctx.app.database
  const rows = await read
    .selectFrom('content_like')
    .innerJoin('account', 'account.id', 'content_like.account_id')
    .select(['content_like.content_id', 'content_like.account_id', 'account.display_name'])
    .where('content_like.content_id', 'in', dialect.inIntegers(ids))
    .where('content_like.account_id', '<>', ctx.viewer.userId ?? 0)
    .orderBy('content_like.at')
    .orderBy('content_like.account_id')
    .execute()
  for (const id of ids) {
    const named = followed.filter(row => row.content_id === id).slice(0, PROMOTED_LIKES)
    const count = counts.get(id)
    const one = rows.find(
      row => row.content_id === id && !named.some(({ account_id }) => account_id === row.account_id),
    )
    if (count && one) count.other = one.display_name
  }
}

/** Likes of many contents, without who gave them. */
export async function totalLikes(ctx: Context, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await ctx.app.database.read
    .selectFrom('content_like')
    .select(['content_id', eb => eb.fn.countAll<number>().as('total')])
    .where('content_id', 'in', ctx.app.database.dialect.inIntegers(ids))
    .groupBy('content_id')
    .execute()
  return new Map(rows.map(row => [row.content_id, Number(row.total)]))
}

export type LikerRow = Account & { followed: number }

/** Users who like a content, at most `limit`: those whom the reader follows first, then the last to like. */
export async function likersOf(ctx: Context, contentId: number, limit: number): Promise<LikerRow[]> {
  const rows = await likers(ctx.app.database.read, { contentId, reader: ctx.viewer.userId ?? 0, limit })
  return rows.map(row => ({ ...row, followed: Number(row.followed) }))
}

const likers = prepared((db, { contentId, reader, limit }: { contentId: number; reader: number; limit: number }) =>
  db
    .selectFrom('content_like')
    .innerJoin('account', 'account.id', 'content_like.account_id')
    .leftJoin('account_follow', join =>
      join
        .onRef('account_follow.followee_id', '=', 'content_like.account_id')
        .on('account_follow.follower_id', '=', reader),
    )
    .selectAll('account')
    .select(eb => eb.case().when('account_follow.followee_id', 'is', null).then(0).else(1).end().as('followed'))
    .where('content_like.content_id', '=', contentId)
    .orderBy('followed', 'desc')
    .orderBy('content_like.at', 'desc')
    .orderBy('content_like.account_id')
    .limit(limit),
)

/** Users who like the comments of a page that the reader sees, by comment; at most `limit` likes in all. */
export async function likersOfComments(
  ctx: Context,
  page: ContentRow,
  limit: number,
): Promise<Map<number, { username: string; followed: number }[]>> {
  const { read, dialect } = ctx.app.database
  const reader = ctx.viewer.userId ?? 0
  const rows = await read
    .selectFrom('content')
    .innerJoin('content_like', 'content_like.content_id', 'content.id')
    .innerJoin('account', 'account.id', 'content_like.account_id')
    .leftJoin('account_follow', join =>
      join
        .onRef('account_follow.followee_id', '=', 'content_like.account_id')
        .on('account_follow.follower_id', '=', reader),
    )
    .select(['content.id', 'account.username'])
    .select(eb => eb.case().when('account_follow.followee_id', 'is', null).then(0).else(1).end().as('followed'))
    .where('content.container_id', '=', page.id)
    .where('content.type', '=', 'comment')
    .where('content.status', '=', 'current')
    .where(visible(dialect, ctx.viewer))
    .orderBy('content.id')
    .orderBy('content_like.at', 'desc')
    .limit(limit)
    .execute()
  const found = new Map<number, { username: string; followed: number }[]>()
  for (const { id, username, followed } of rows) {
    found.set(id, [...(found.get(id) ?? []), { username, followed: Number(followed) }])
  }
  return found
}

const POPULAR_FOR_MS = 30 * 24 * 60 * 60 * 1000
/** Likes that the list of popular pages is made of, so that its cost does not grow with the wiki. */
const LIKES_COUNTED = 2000

/**
 * Pages and posts that the reader sees, by their likes of the last weeks; one more than `limit` when there are more.
 */
export async function popular(
  ctx: Context,
  { start, limit }: { start: number; limit: number },
): Promise<PopularEntry[]> {
  const { read, dialect } = ctx.app.database
  const rows = await read
    .selectFrom(
      read
        .selectFrom('content_like')
        .innerJoin('content', 'content.id', 'content_like.content_id')
        .select(['content_like.content_id', 'content_like.at'])
        .where('content_like.at', '>', Date.now() - POPULAR_FOR_MS)
        .where('content.type', 'in', ['page', 'blogpost'])
        .where('content.status', '=', 'current')
        .where(visible(dialect, ctx.viewer))
        .orderBy('content_like.at', 'desc')
        .limit(LIKES_COUNTED)
        .as('recent'),
    )
    .innerJoin('content', 'content.id', 'recent.content_id')
    .innerJoin('space', 'space.id', 'content.space_id')
    .selectAll('content')
    .select(['space.key as space_key', 'space.name as space_name'])
    .select(eb => eb.fn.countAll<number>().as('likes'))
    .groupBy(['content.id', 'space.id'])
    .orderBy('likes', 'desc')
    .orderBy(eb => eb.fn.max('recent.at'), 'desc')
    .orderBy('content.id', 'desc')
    .offset(start)
    .limit(limit + 1)
    .execute()
  return rows.map(row => ({
    ...pageEntry(row),
    likes: Number(row.likes),
  }))
}
