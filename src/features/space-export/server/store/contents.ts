import type { Context } from '#platform/server/context.ts'
import type { Queries } from '#platform/server/database/index.ts'
import { visible } from '#features/content-core/server/policies.ts'
import type { ContentRow, ContentVersionRow } from '#features/content-core/server/read.ts'

/** The highest id of any content: what gets a higher one was made after an export began. */
export async function highestId(db: Queries): Promise<number> {
  const row = await db.selectFrom('content').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row?.id ?? 0
}

/** A page or post, and where it is among the others. */
export type PlaceRow = Pick<ContentRow, 'id' | 'parent_id' | 'position'>

/** Current pages or posts of a space that the viewer may see, by their ids, after one of them. */
export function placesAfter(
  { app: { database }, viewer }: Context,
  spaceId: number,
  type: 'page' | 'blogpost',
  window: { after: number; limit: number },
): Promise<PlaceRow[]> {
  return database.read
    .selectFrom('content')
    .select(['id', 'parent_id', 'position'])
    .where('space_id', '=', spaceId)
    .where('type', '=', type)
    .where('status', '=', 'current')
    .where('id', '>', window.after)
    .where(visible(database.dialect, viewer))
    .orderBy('id')
    .limit(window.limit)
    .execute()
}

/** Those of some pages and posts that are still current and in the space, and that the viewer may still see. */
export async function contentsOf(
  { app: { database }, viewer }: Context,
  spaceId: number,
  ids: readonly number[],
): Promise<ContentRow[]> {
  return database.read
    .selectFrom('content')
    .selectAll()
    .where('id', 'in', database.dialect.inIntegers(ids))
    .where('space_id', '=', spaceId)
    .where('status', '=', 'current')
    .where(visible(database.dialect, viewer))
    .execute()
}

/** Current comments on, or files of, some contents, by their ids. Those made after an export began are left out. */
export async function containedIn(
  { app: { database }, viewer }: Context,
  type: 'comment' | 'attachment',
  containerIds: readonly number[],
  highest: number,
): Promise<ContentRow[]> {
  if (containerIds.length === 0) return []
  return database.read
    .selectFrom('content')
    .selectAll()
    .where('container_id', 'in', database.dialect.inIntegers(containerIds))
    .where('container_id', 'is not', null)
    .where('type', '=', type)
    .where('status', '=', 'current')
    .where('id', '<=', highest)
    .where(visible(database.dialect, viewer))
    .orderBy('id')
    .execute()
}

/** Versions of a content with their texts, the oldest first, after one of them and up to another. */
export function versionsAfter(
  db: Queries,
  contentId: number,
  { after, last, limit }: { after: number; last: number; limit: number },
): Promise<ContentVersionRow[]> {
  return db
    .selectFrom('content_version')
    .selectAll()
    .where('content_id', '=', contentId)
    .where('number', '>', after)
    .where('number', '<=', last)
    .orderBy('number')
    .limit(limit)
    .execute()
}

/** Facts about the bytes of every version of some files, by file and version. */
export async function fileVersionsOf({ app: { database } }: Context, ids: readonly number[]) {
  if (ids.length === 0) return []
  return database.read
    .selectFrom('attachment_version')
    .innerJoin('content_version', join =>
      join
        .onRef('content_version.content_id', '=', 'attachment_version.content_id')
        .onRef('content_version.number', '=', 'attachment_version.number'),
    )
    .select([
      'attachment_version.content_id',
      'attachment_version.number',
      'attachment_version.author_id',
      'attachment_version.at',
      'attachment_version.media_type',
      'attachment_version.size',
      'attachment_version.sha256',
      'attachment_version.comment',
      'content_version.minor',
      'content_version.title',
    ])
    .where('attachment_version.content_id', 'in', database.dialect.inIntegers(ids))
    .orderBy('attachment_version.content_id')
    .orderBy('attachment_version.number')
    .execute()
}
export type FileVersion = Awaited<ReturnType<typeof fileVersionsOf>>[number]

/** Those of some files that are still current, and that the viewer may still see. */
export async function filesWithIds({ app: { database }, viewer }: Context, ids: readonly number[]) {
  return database.read
    .selectFrom('content')
    .select(['id', 'container_id'])
    .where('id', 'in', database.dialect.inIntegers(ids))
    .where('status', '=', 'current')
    .where(visible(database.dialect, viewer))
    .execute()
}
