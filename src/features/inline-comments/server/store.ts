import type { Context } from '#platform/server/context.ts'
import { prepared, type Queries } from '#platform/server/database/index.ts'
import { commentsOn } from '#features/comments/server/index.ts'
import { visible } from '#features/content-core/server/policies.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'
import { ONE, type PageCountOf } from '#features/content/server/index.ts'
import { MOST_THREADS } from '../shared.ts'

const inlineOf = (db: Queries, pageId: number) => commentsOn(db, pageId, 'inline')

/** Comments that begin threads on marked text of a page, oldest first. */
export async function rootsOn({ app, viewer }: Context, pageId: number): Promise<ContentRow[]> {
  return inlineOf(app.database.read, pageId)
    .where('content.parent_id', 'is', null)
    .where(visible(app.database.dialect, viewer))
    .selectAll('content')
    .orderBy('content.id')
    .limit(MOST_THREADS)
    .execute()
}

/** Comments that begin threads on text that is not published yet, oldest first. */
export async function draftRootsOn(db: Queries, pageId: number) {
  return commentsOn(db, pageId, 'inline', 'draft')
    .where('content.parent_id', 'is', null)
    .selectAll('content')
    .select('comment.marker_ref')
    .orderBy('content.id')
    .limit(MOST_THREADS)
    .execute()
}

/** Comments that begin threads on text that is not published, and that were not changed since a time; by id. */
export async function draftRootsUntouchedSince(db: Queries, before: number, afterId: number, limit: number) {
  return db
    .selectFrom('content')
    .innerJoin('comment', 'comment.content_id', 'content.id')
    .selectAll('content')
    .select('comment.marker_ref')
    .where('content.type', '=', 'comment')
    .where('content.status', '=', 'draft')
    .where('content.container_id', 'is not', null)
    .where('content.id', '>', afterId)
    .where('content.parent_id', 'is', null)
    .where('content.updated_at', '<', before)
    .where('comment.location', '=', 'inline')
    .orderBy('content.id')
    .limit(limit)
    .execute()
}

/** 1 where a page has comments on marked text. */
export const threadCount = (db: Queries, { id }: PageCountOf) => inlineOf(db, id).select(ONE).limit(1)

/** Answers that one page's data names at most. */
const MOST_NAMED = 5 * MOST_THREADS

/** Values that a page's data hold of its comments on marked text, answers too, oldest first. */
export const namesOn = prepared((db, { pageId }: { pageId: number }) =>
  inlineOf(db, pageId)
    .select(['content.id', 'content.parent_id', 'comment.marker_ref', 'comment.resolution'])
    .orderBy('content.id')
    .limit(MOST_NAMED),
)

/** Threads below a page whose clients have named a marker that its text did not have. */
export async function unanchoredOn(db: Queries, pageId: number) {
  return commentsOn(db, pageId, 'footer')
    .where('content.parent_id', 'is', null)
    .where('comment.marker_ref', 'is not', null)
    .select(['content.id', 'comment.marker_ref'])
    .execute()
}

/** References of the markers that threads of a page belong to. */
export async function refsOn(db: Queries, pageId: number): Promise<string[]> {
  const rows = await inlineOf(db, pageId)
    .where('content.parent_id', 'is', null)
    .where('comment.marker_ref', 'is not', null)
    .select('comment.marker_ref')
    .distinct()
    .execute()
  return rows.flatMap(({ marker_ref }) => marker_ref ?? [])
}

/** Markers that only these comments belong to, with their pages; none of pages that go too. */
export async function refsOnlyOf(
  { db, dialect }: { db: Queries; dialect: Context['app']['database']['dialect'] },
  ids: readonly number[],
): Promise<{ pageId: number; ref: string }[]> {
  const going = dialect.inIntegers(ids)
  const rows = await db
    .selectFrom('comment')
    .innerJoin('content', 'content.id', 'comment.content_id')
    .select(['content.container_id', 'comment.marker_ref'])
    .distinct()
    .where('comment.content_id', 'in', going)
    .where('comment.marker_ref', 'is not', null)
    .where('content.container_id', 'is not', null)
    .where('content.container_id', 'not in', going)
    .execute()
  const result: { pageId: number; ref: string }[] = []
  for (const { container_id, marker_ref } of rows) {
    if (container_id === null || marker_ref === null) continue
    const other = await inlineOf(db, container_id)
      .where('comment.marker_ref', '=', marker_ref)
      .where('content.id', 'not in', going)
      .select('content.id')
      .limit(1)
      .executeTakeFirst()
    if (!other) result.push({ pageId: container_id, ref: marker_ref })
  }
  return result
}
