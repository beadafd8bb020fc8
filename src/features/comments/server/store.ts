import type { Context } from '#platform/server/context.ts'
import { visible, type ContentRow } from '#features/content/server/index.ts'
import type { Queries } from '#platform/server/database/index.ts'

/** How a comment stands now. Answers have what the comment has that begins their thread. */
export async function commentOf(db: Pick<Queries, 'selectFrom'>, id: number) {
  return db.selectFrom('comment').selectAll().where('content_id', '=', id).executeTakeFirst()
}

/** What many comments have beyond other content. */
export async function commentsById(ctx: Context, ids: readonly number[]) {
  return ctx.app.database.read.selectFrom('comment').selectAll()
    .where('content_id', 'in', ctx.app.database.dialect.inIntegers(ids)).execute()
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
  let select = read.selectFrom('content').innerJoin('comment', 'comment.content_id', 'content.id').selectAll('content')
    .where('content.container_id', '=', row.type === 'comment' ? (row.container_id ?? 0) : row.id)
    .where('content.type', '=', 'comment').where('content.status', '=', 'current').where(visible(dialect, ctx.viewer))
  if (row.type === 'comment') select = select.where('content.parent_id', '=', row.id)
  else if (query.depth !== 'all') select = select.where('content.parent_id', 'is', null)
  const wanted = query.location
  if (wanted.length > 0) {
    select = select.where(eb => eb.or([
      ...(wanted.includes('footer') ? [eb('comment.location', '=', 'footer')] : []),
      ...(wanted.includes('inline') ? [eb.and([eb('comment.location', '=', 'inline'), eb('comment.resolution', '<>', 'resolved')])] : []),
      ...(wanted.includes('resolved') ? [eb.and([eb('comment.location', '=', 'inline'), eb('comment.resolution', '=', 'resolved')])] : []),
    ]))
  }
  return select.orderBy('content.id').offset(query.start).limit(query.limit + 1).execute()
}
