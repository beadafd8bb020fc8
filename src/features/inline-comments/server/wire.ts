import type { Context } from '#platform/server/context.ts'
import { accountsById, pictureUrl } from '#features/accounts/server/index.ts'
import { commentsById, isResolved } from '#features/comments/server/index.ts'
import { commentPath } from '#features/content-core/address-shared.ts'
import { permissionsOn, requireContent, type ContentPermissions } from '#features/content-core/server/policies.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'
import { renderAllCurrent } from '#features/content-core/server/render.ts'
import { spacesById } from '#features/spaces/server/index.ts'
import type { InlineComment, Reply } from '../contract.ts'
import { refsInText } from './page-text.ts'

/** Comments that begin threads on one page, as programs read them. */
export async function inlineWire(
  ctx: Context,
  page: ContentRow,
  rows: readonly ContentRow[],
): Promise<InlineComment[]> {
  if (rows.length === 0) return []
  const [written, found, refs, may] = await Promise.all([
    writtenParts(ctx, page, rows),
    commentsById(
      ctx,
      rows.map(row => row.id),
    ),
    refsInText(ctx, page),
    permissionsOn(ctx, page),
  ])
  const comments = new Map(found.map(comment => [comment.content_id, comment]))
  const now = String(Date.now())
  return rows.flatMap((row, index) => {
    const comment = comments.get(row.id)
    const parts = written[index]
    if (!comment || !parts) return []
    const markerRef = comment.marker_ref ?? ''
    return {
      ...parts,
      originalSelection: comment.original_selection ?? '',
      containerId: page.id,
      containerVersion: page.version,
      parentCommentId: '0' as const,
      lastFetchTime: now,
      hasResolvePermission: may.createComment,
      hasReplyPermission: may.createComment,
      resolveProperties: {
        resolved: isResolved(comment),
        resolvedTime: comment.resolved_at ?? 0,
        resolvedByDangling: comment.resolution === 'dangling',
      },
      serializedHighlights: comment.serialized_highlights ?? '',
      deleted: false,
      active: false,
      markerRef,
      dangling: !refs.includes(markerRef),
    }
  })
}

/** One of them. */
export async function oneInline(ctx: Context, row: ContentRow): Promise<InlineComment> {
  const [wire] = await inlineWire(ctx, await requireContent(ctx, row.container_id ?? 0), [row])
  if (!wire) throw new Error(`comment ${row.id} is on no text`)
  return wire
}

/** Answers of the thread that a comment begins. */
export async function replyWire(ctx: Context, rootId: number, rows: readonly ContentRow[]): Promise<Reply[]> {
  const [first] = rows
  if (!first) return []
  const page = await requireContent(ctx, first.container_id ?? 0)
  return (await writtenParts(ctx, page, rows)).map(parts => ({ ...parts, commentId: rootId }))
}

async function writtenParts(ctx: Context, page: ContentRow, rows: readonly ContentRow[]) {
  const spaces = await spacesById(ctx.app, [page.space_id])
  const keys = new Map([...spaces].map(([id, { key }]) => [id, key]))
  const [people, texts] = await Promise.all([
    accountsById(
      ctx.app,
      rows.map(row => row.creator_id),
    ),
    renderAllCurrent(ctx, rows, keys, 'view'),
  ])
  // All are of one page: what differs is whether one wrote the comment oneself.
  const permissions = new Map<boolean, ContentPermissions>()
  const result = []
  for (const row of rows) {
    const isOwn = ctx.viewer.userId !== null && row.creator_id === ctx.viewer.userId
    const may = permissions.get(isOwn) ?? (await permissionsOn(ctx, row))
    permissions.set(isOwn, may)
    const author = people.get(row.creator_id ?? 0)
    result.push({
      id: row.id,
      authorDisplayName: author?.display_name ?? 'Anonymous',
      authorUserName: author?.username ?? '',
      authorAvatarUrl: author ? pictureUrl(author) : ANONYMOUS_PICTURE,
      body: texts.get(row.id) ?? '',
      lastModificationDate: row.updated_at,
      commentDateUrl: commentPath(page.id, row.id),
      hasDeletePermission: may.delete,
      hasEditPermission: may.update && ctx.viewer.userId !== null,
    })
  }
  return result
}

const ANONYMOUS_PICTURE = '/images/icons/profilepics/default.svg'
