import { sql, type Insertable } from 'kysely'
import type { Context } from '#platform/server/context.ts'
import { visible } from '#features/content-core/server/policies.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'
import { ONE, type PageCountOf } from '#features/content/server/index.ts'
import {
  prepared,
  preparedInsert,
  type Database,
  type Queries,
  type WriteTransaction,
} from '#platform/server/database/index.ts'
import type { CommentTable } from './tables.ts'

/** State of a comment. Answers have what the comment has that begins their thread. */
export async function commentOf(db: Queries, id: number) {
  return db.selectFrom('comment').selectAll().where('content_id', '=', id).executeTakeFirst()
}

/** Stores what a comment has beyond other content. */
export async function insertComment(tx: WriteTransaction, comment: Insertable<CommentTable>): Promise<void> {
  await insertRows(tx.db, [comment])
}

const insertRows = preparedInsert('comment', [
  'content_id',
  'location',
  'marker_ref',
  'original_selection',
  'serialized_highlights',
  'resolution',
  'resolved_by',
  'resolved_at',
  'client_key',
])

/** Changes the resolution of the comment that begins a thread and of all answers. */
export async function changeThread(
  tx: WriteTransaction,
  rootId: number,
  { resolution, resolved_by, resolved_at }: Pick<CommentTable, 'resolution' | 'resolved_by' | 'resolved_at'>,
): Promise<void> {
  await sql`with recursive thread(id) as (
      select id from content where id = ${rootId}
      union all select content.id from content join thread on content.parent_id = thread.id where content.type = 'comment')
    update comment set resolution = ${resolution}, resolved_by = ${resolved_by}, resolved_at = ${resolved_at}
    where content_id in (select id from thread)`.execute(tx.db)
}

/** Makes a thread one on marked text, when its marker has come into the text of the page. */
export async function anchorThread(tx: WriteTransaction, rootId: number): Promise<void> {
  await sql`with recursive thread(id) as (
      select id from content where id = ${rootId}
      union all select content.id from content join thread on content.parent_id = thread.id where content.type = 'comment')
    update comment set location = 'inline' where content_id in (select id from thread)`.execute(tx.db)
}

/** The comment that its author sent under a key, while it is there. */
export async function commentByClientKey(db: Queries, clientKey: string): Promise<ContentRow | undefined> {
  return db
    .selectFrom('comment')
    .innerJoin('content', 'content.id', 'comment.content_id')
    .selectAll('content')
    .where('comment.client_key', '=', clientKey)
    .executeTakeFirst()
}

/** Properties of many comments beyond those of other content. */
export async function commentsById(ctx: Context, ids: readonly number[]) {
  return ctx.app.database.read
    .selectFrom('comment')
    .selectAll()
    .where('content_id', 'in', ctx.app.database.dialect.inIntegers(ids))
    .execute()
}

interface CommentsQuery {
  depth?: string | undefined
  location: string[]
  start: number
  limit: number
}

/** Comments of a page, or answers to a comment, as far as the viewer sees them; one more than `limit`. */
export async function commentsOf(ctx: Context, row: ContentRow, query: CommentsQuery): Promise<ContentRow[]> {
  const { read, dialect } = ctx.app.database
  let select = read
    .selectFrom('content')
    .innerJoin('comment', 'comment.content_id', 'content.id')
    .selectAll('content')
    .where('content.container_id', '=', row.type === 'comment' ? (row.container_id ?? 0) : row.id)
    .where('content.type', '=', 'comment')
    .where('content.status', '=', 'current')
    .where(visible(dialect, ctx.viewer))
  if (row.type === 'comment') select = select.where('content.parent_id', '=', row.id)
  else if (query.depth !== 'all') select = select.where('content.parent_id', 'is', null)
  const wanted = query.location
  if (wanted.length > 0) {
    select = select.where(eb =>
      eb.or([
        ...(wanted.includes('footer') ? [eb('comment.location', '=', 'footer')] : []),
        ...(wanted.includes('inline')
          ? [
              eb.and([
                eb('comment.location', '=', 'inline'),
                eb('comment.resolution', 'not in', ['resolved', 'dangling']),
              ]),
            ]
          : []),
        ...(wanted.includes('resolved')
          ? [eb.and([eb('comment.location', '=', 'inline'), eb('comment.resolution', 'in', ['resolved', 'dangling'])])]
          : []),
      ]),
    )
  }
  return select
    .orderBy('content.id')
    .offset(query.start)
    .limit(query.limit + 1)
    .execute()
}

/** Comments on the page itself (`footer`) or on its text (`inline`). */
export function commentsOn(
  db: Queries,
  pageId: number,
  location: 'footer' | 'inline',
  status: 'current' | 'draft' = 'current',
) {
  return db
    .selectFrom('content')
    .innerJoin('comment', 'comment.content_id', 'content.id')
    .where('content.container_id', '=', pageId)
    .where('content.type', '=', 'comment')
    .where('content.status', '=', status)
    .where('comment.location', '=', location)
}

/** {@link commentsOn}, as far as the viewer sees them. */
function below(ctx: Context, page: ContentRow) {
  const { read, dialect } = ctx.app.database
  return commentsOn(read, page.id, 'footer').where(visible(dialect, ctx.viewer))
}

/** 1 where there are comments below a page. */
export const commentCount = (db: Queries, { id }: PageCountOf) => commentsOn(db, id, 'footer').select(ONE).limit(1)

/** Comments that begin a thread below a page and that the viewer sees, oldest first. */
export async function rootsBelow(ctx: Context, page: ContentRow, start: number, limit: number): Promise<ContentRow[]> {
  // Readers of a page that nothing restricts see all its comments, since these have no guards either.
  if (page.guard_id === null)
    return openRoots(ctx.app.database.read, { pageId: page.id, spaceId: page.space_id, start, limit })
  return below(ctx, page)
    .selectAll('content')
    .where('content.parent_id', 'is', null)
    .orderBy('content.id')
    .offset(start)
    .limit(limit)
    .execute()
}

const openRoots = prepared(
  (db, { pageId, spaceId, start, limit }: { pageId: number; spaceId: number; start: number; limit: number }) =>
    commentsOn(db, pageId, 'footer')
      .selectAll('content')
      .where('content.space_id', '=', spaceId)
      .where('content.guard_id', 'is', null)
      .where('content.parent_id', 'is', null)
      .orderBy('content.id')
      .limit(limit)
      .offset(start),
)

/** How many comments are below a page, answers too, as far as the viewer sees them. */
export async function countBelow(ctx: Context, page: ContentRow): Promise<number> {
  const { total } = await below(ctx, page)
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Ids of comments and of all answers to them, in order. */
export async function threadIds(
  { read, dialect }: Pick<Database, 'read' | 'dialect'>,
  pageId: number,
  roots: readonly ContentRow[],
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`with recursive thread(id) as (
      select id from content where id in ${dialect.inIntegers(roots.map(row => row.id))}
      union all select content.id from content join thread on content.parent_id = thread.id
      where content.type = 'comment' and content.container_id = ${pageId})
    select id from thread order by id limit ${limit}`.execute(read)
  return rows.map(row => Number(row.id))
}

/** Comments of one page or file. */
export interface CommentCounts {
  all: number
  /** Without those of resolved threads. */
  unresolved: number
}

/** How many comments these pages or files have; those without any are left out. */
export async function commentCounts(
  { read, dialect }: Pick<Database, 'read' | 'dialect'>,
  containerIds: readonly number[],
): Promise<Map<number, CommentCounts>> {
  if (containerIds.length === 0) return new Map()
  const rows = await read
    .selectFrom('content')
    .innerJoin('comment', 'comment.content_id', 'content.id')
    .where('content.container_id', 'in', dialect.inIntegers(containerIds))
    .where('content.type', '=', 'comment')
    .where('content.status', '=', 'current')
    .groupBy('content.container_id')
    .select(eb => [
      'content.container_id as id',
      eb.fn.countAll<number>().as('all'),
      sql<number>`sum(case when comment.resolution in ('resolved', 'dangling') then 0 else 1 end)`.as('unresolved'),
    ])
    .execute()
  return new Map(
    rows.map(({ id, all, unresolved }) => [Number(id), { all: Number(all), unresolved: Number(unresolved) }]),
  )
}
