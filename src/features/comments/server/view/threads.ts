import type { Context } from '#platform/server/context.ts'
import { readExtension } from '#platform/server/database/index.ts'
import { noContent } from '#platform/server/http/errors.ts'
import { isoTime } from '#platform/wire.ts'
import { accountsById } from '#features/accounts/server/index.ts'
import { permissionsOn, type ContentPermissions } from '#features/content-core/server/policies.ts'
import { contentsById, sourcesOf, type ContentRow } from '#features/content-core/server/read.ts'
import { renderAllCurrent } from '#features/content-core/server/render.ts'
import { personView } from '#features/content/server/index.ts'
import { isCommentCaptchaOn } from '#features/captcha/server/index.ts'
import { spacesById } from '#features/spaces/server/index.ts'
import { MOST_ANSWERS } from '../../shared.ts'
import type { CommentView, Threads, ThreadView } from '../../view-contract.ts'
import { commentParts, type CommentPart } from '../extension-points.ts'
import { locationOf, requireCommentRow, rootOf } from '../inline.ts'
import { commentOf, countBelow, rootsBelow, threadIds } from '../store.ts'

/**
 * One page of threads, oldest first; the list's own paging comes with `more`.
 * @param options.isEmpty the page is known to have none
 */
export async function loadThreads(
  ctx: Context,
  page: ContentRow,
  { start, limit, isEmpty = false }: { start: number; limit: number; isEmpty?: boolean },
): Promise<Omit<Threads, '_links'> & { more: boolean }> {
  const roots = isEmpty ? [] : await rootsBelow(ctx, page, start, limit + 1)
  const shown = roots.slice(0, limit)
  const answers = await answersTo(ctx, page, shown)
  const total = roots.length === 0 && start === 0 ? 0 : await countBelow(ctx, page)
  const results = await views(ctx, page, [...shown, ...answers])
  return {
    results,
    start,
    limit,
    size: shown.length,
    total,
    more: roots.length > limit,
    mayComment: (await permissionsOn(ctx, page)).createComment,
    needsCaptcha: isCommentCaptchaOn(ctx),
  }
}

/**
 * The thread that holds a comment of a page, wherever on the page it is.
 * @throws HttpError 404 when the page has no such comment
 */
export async function loadThread(ctx: Context, page: ContentRow, commentId: number): Promise<ThreadView> {
  const row = await requireCommentRow(ctx, commentId)
  if (row.container_id !== page.id) throw noContent(commentId)
  const root = await rootOf(ctx.app.database.read, row)
  const comment = await commentOf(ctx.app.database.read, root.id)
  if (!comment) throw noContent(commentId)
  return {
    results: await views(ctx, page, [root, ...(await answersTo(ctx, page, [root]))]),
    location: locationOf(comment),
    selection: comment.original_selection,
  }
}

async function answersTo(ctx: Context, page: ContentRow, roots: readonly ContentRow[]): Promise<ContentRow[]> {
  if (roots.length === 0) return []
  const ids = await threadIds(ctx.app.database, page.id, roots, MOST_ANSWERS + roots.length)
  const known = new Set(roots.map(row => row.id))
  const found = await contentsById(
    ctx,
    ids.filter(id => !known.has(id)),
  )
  return found.filter(row => row.status === roots[0]?.status)
}

function partsOf(ctx: Context, { type }: ContentRow): CommentPart[] {
  return ctx.app.extensions.all(commentParts).filter(({ containers }) => containers?.includes(type) ?? true)
}

/** Comments of a page as readers see them. */
export async function views(ctx: Context, page: ContentRow, rows: readonly ContentRow[]): Promise<CommentView[]> {
  if (rows.length === 0) return []
  const people = await accountsById(
    ctx.app,
    rows.map(row => row.creator_id),
  )
  const keys = new Map([...(await spacesById(ctx.app, [page.space_id]))].map(([id, { key }]) => [id, key]))
  const texts = await renderAllCurrent(ctx, rows, keys, 'view')
  const parts = await Promise.all(
    partsOf(ctx, page).map(async ({ name, isOfComments, load }) => ({
      name,
      values: await readExtension(isOfComments ? sourcesOf(rows) : undefined, () => load(ctx, rows)),
    })),
  )
  // All belong to the same page: what differs is whether one wrote the comment oneself.
  const permissions = new Map<boolean, ContentPermissions>()
  const result: CommentView[] = []
  for (const row of rows) {
    const own = ctx.viewer.userId !== null && row.creator_id === ctx.viewer.userId
    const may = permissions.get(own) ?? (await permissionsOn(ctx, row))
    permissions.set(own, may)
    result.push({
      id: String(row.id),
      parentId: row.parent_id === null ? null : String(row.parent_id),
      author: personView(ctx, people.get(row.creator_id ?? 0)),
      createdAt: isoTime(row.created_at),
      updatedAt: isoTime(row.updated_at),
      version: row.version,
      html: texts.get(row.id) ?? '',
      may: { update: may.update, delete: may.delete },
      parts: Object.fromEntries(parts.map(({ name, values }) => [name, values.get(row.id) ?? null])),
    })
  }
  return result
}
