import { sql } from 'kysely'
import type { Context } from '#platform/server/context.ts'
import { prepared, type Queries } from '#platform/server/database/index.ts'
import { noContent } from '#platform/server/http/errors.ts'
import { isoTime } from '#platform/wire.ts'
import { accountsById } from '#features/accounts/server/index.ts'
import { contentsById, permissionsOn, personView, renderAllCurrent, requireContent, visible, type ContentPermissions, type ContentRow } from '#features/content/server/index.ts'
import { spacesById } from '#features/spaces/server/index.ts'
import { MOST_ANSWERS } from '../../shared.ts'
import type { CommentView, Threads, ThreadView } from '../../view-contract.ts'
import { locationOf, rootOf } from '../inline.ts'
import { commentOf } from '../store.ts'

/** Comments that hang on the page itself and not on its text. */
function commentsOn(db: Queries, pageId: number) {
  return db.selectFrom('content').innerJoin('comment', 'comment.content_id', 'content.id')
    .where('content.container_id', '=', pageId).where('content.type', '=', 'comment').where('content.status', '=', 'current')
    .where('comment.location', '=', 'footer')
}

/** {@link commentsOn}, as far as the viewer sees them. */
function below(ctx: Context, page: ContentRow) {
  const { read, dialect } = ctx.app.database
  return commentsOn(read, page.id).where(visible(dialect, ctx.viewer))
}

/** One page of threads, oldest first; the list's own paging comes with `more`. */
export async function loadThreads(ctx: Context, page: ContentRow, { start, limit }: { start: number; limit: number }): Promise<Omit<Threads, '_links'> & { more: boolean }> {
  const roots = await rootsBelow(ctx, page, start, limit + 1)
  const shown = roots.slice(0, limit)
  const answers = await answersTo(ctx, page, shown)
  const total = roots.length === 0 && start === 0 ? 0 : await countBelow(ctx, page)
  const results = await views(ctx, page, [...shown, ...answers])
  return {
    results, start, limit, size: shown.length, total, more: roots.length > limit,
    mayComment: (await permissionsOn(ctx, page)).createComment,
  }
}

/**
 * The thread that holds a comment of a page, wherever on the page it stands.
 * @throws HttpError 404 when the page has no such comment
 */
export async function loadThread(ctx: Context, page: ContentRow, commentId: number): Promise<ThreadView> {
  const row = await requireContent(ctx, commentId)
  if (row.type !== 'comment' || row.container_id !== page.id) throw noContent(commentId)
  const root = await rootOf(ctx.app.database.read, row)
  const comment = await commentOf(ctx.app.database.read, root.id)
  if (!comment) throw noContent(commentId)
  return {
    results: await views(ctx, page, [root, ...(await answersTo(ctx, page, [root]))]),
    location: locationOf(comment), selection: comment.original_selection,
  }
}

async function rootsBelow(ctx: Context, page: ContentRow, start: number, limit: number): Promise<ContentRow[]> {
  // Who sees a page that nothing restricts sees its comments, which no guard stands before either.
  if (page.guard_id === null) return openRoots(ctx.app.database, { pageId: page.id, spaceId: page.space_id, start, limit })
  return below(ctx, page).selectAll('content').where('content.parent_id', 'is', null)
    .orderBy('content.id').offset(start).limit(limit).execute()
}

const openRoots = prepared((db, { pageId, spaceId, start, limit }: { pageId: number; spaceId: number; start: number; limit: number }) =>
  commentsOn(db, pageId).selectAll('content')
    .where('content.space_id', '=', spaceId).where('content.guard_id', 'is', null).where('content.parent_id', 'is', null)
    .orderBy('content.id').limit(limit).offset(start))

async function countBelow(ctx: Context, page: ContentRow): Promise<number> {
  const { total } = await below(ctx, page).select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return Number(total)
}

async function answersTo(ctx: Context, page: ContentRow, roots: readonly ContentRow[]): Promise<ContentRow[]> {
  if (roots.length === 0) return []
  const { read, dialect } = ctx.app.database
  const { rows } = await sql<{ id: number }>`with recursive thread(id) as (
      select id from content where id in ${dialect.inIntegers(roots.map(row => row.id))}
      union all select content.id from content join thread on content.parent_id = thread.id
      where content.type = 'comment' and content.container_id = ${page.id})
    select id from thread order by id limit ${MOST_ANSWERS + roots.length}`.execute(read)
  const known = new Set(roots.map(row => row.id))
  const found = await contentsById(ctx, rows.map(row => Number(row.id)).filter(id => !known.has(id)))
  return found.filter(row => row.status === 'current')
}

async function views(ctx: Context, page: ContentRow, rows: readonly ContentRow[]): Promise<CommentView[]> {
  if (rows.length === 0) return []
  const people = await accountsById(ctx.app, rows.map(row => row.creator_id))
  const keys = new Map([...(await spacesById(ctx.app, [page.space_id]))].map(([id, { key }]) => [id, key]))
  const texts = await renderAllCurrent(ctx, rows, keys, 'view')
  // All hang on the same page: what differs is whether one wrote the comment oneself.
  const permissions = new Map<boolean, ContentPermissions>()
  const result: CommentView[] = []
  for (const row of rows) {
    const own = ctx.viewer.userId !== null && row.creator_id === ctx.viewer.userId
    const may = permissions.get(own) ?? (await permissionsOn(ctx, row))
    permissions.set(own, may)
    result.push({
      id: String(row.id), parentId: row.parent_id === null ? null : String(row.parent_id),
      author: personView(ctx, people.get(row.creator_id ?? 0)), createdAt: isoTime(row.created_at), updatedAt: isoTime(row.updated_at),
      version: row.version, html: texts.get(row.id) ?? '',
      may: { update: may.update, delete: may.delete },
    })
  }
  return result
}
