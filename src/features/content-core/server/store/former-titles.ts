import type { Context } from '#platform/server/context.ts'
import type { Queries, WriteTransaction } from '#platform/server/database/index.ts'
import type { ContentRow } from '../store.ts'
import type { ContentInSpace } from './links.ts'
import { visible } from './visibility.ts'

/** Title of a page or post in a space. */
export interface FormerTitle {
  spaceId: number
  /** Folded title. */
  key: string
  /** `YYYY/MM/DD` of a post; undefined for a page. */
  postingDay?: string | undefined
}

/** Current pages or posts that once had a title in a space and that the viewer may see, last changed first. */
export async function formerHolders(ctx: Context, title: FormerTitle, limit: number): Promise<ContentInSpace[]> {
  const { read, dialect } = ctx.app.database
  return holders(read, title)
    .innerJoin('space', 'space.id', 'content.space_id')
    .selectAll('content')
    .select('space.key as space_key')
    .where(visible(dialect, ctx.viewer))
    .limit(limit)
    .execute()
}

/** Current pages or posts that once had a title in a space, without a check of permissions. */
export async function allFormerHolders(db: Queries, title: FormerTitle, limit: number): Promise<ContentRow[]> {
  return holders(db, title).selectAll('content').limit(limit).execute()
}

function holders(db: Queries, { spaceId, key, postingDay }: FormerTitle) {
  const query = db
    .selectFrom('former_title')
    .innerJoin('content', 'content.id', 'former_title.content_id')
    .where('former_title.space_id', '=', spaceId)
    .where('former_title.title_key', '=', key)
    .where('content.status', '=', 'current')
    .where('content.type', '=', postingDay === undefined ? 'page' : 'blogpost')
    .orderBy('content.updated_at', 'desc')
    .orderBy('content.id')
  return postingDay === undefined ? query : query.where('content.posting_day', '=', postingDay)
}

/** Titles that older versions of these pages and posts have and their current versions have not. */
export async function olderTitles(
  { db, dialect }: WriteTransaction,
  ids: readonly number[],
): Promise<{ id: number; space_id: number; title: string }[]> {
  return db
    .selectFrom('content')
    .innerJoin('content_version', 'content_version.content_id', 'content.id')
    .select(['content.id', 'content.space_id', 'content_version.title'])
    .distinct()
    .where('content.id', 'in', dialect.inIntegers(ids))
    .where('content.type', 'in', ['page', 'blogpost'])
    .whereRef('content_version.title', '<>', 'content.title')
    .execute()
}
