import { randomUUID } from 'node:crypto'
import { walkElements } from '#language/index.ts'
import type { Context } from '#platform/server/context.ts'
import { badRequest, noContent } from '#platform/server/http/errors.ts'
import {
  commentOf,
  createComment,
  requireCommentRow,
  rootOf,
  setResolution,
  threadIds,
  updateComment,
  type CommentTable,
} from '#features/comments/server/index.ts'
import type { CaptchaAnswer } from '#features/captcha/server/index.ts'
import { authorise, requireContent, requireContentFor } from '#features/content-core/server/policies.ts'
import { contentById, documentOf, type ContentRow } from '#features/content-core/server/read.ts'
import { removeForGood, type ReadBody } from '#features/content-core/server/write.ts'
import { putMarker, refsInText, type Selection } from './page-text.ts'

/** A comment on marked text, and what it has as such. */
export interface InlineRow {
  row: ContentRow
  comment: CommentTable
}

/** @throws HttpError 404 for what is no comment on marked text */
export async function requireInline(ctx: Context, id: number): Promise<InlineRow> {
  const row = await requireCommentRow(ctx, id)
  const comment = await commentOf(ctx.app.database.read, id)
  if (comment?.location !== 'inline') throw noContent(id)
  return { row, comment }
}

/** The same, the comment that begins its thread. @throws HttpError 404 */
export async function requireThread(ctx: Context, id: number): Promise<InlineRow> {
  const { row, comment } = await requireInline(ctx, id)
  return { row: await rootOf(ctx.app.database.read, row), comment }
}

/** Comments on selected text. @throws HttpError 400 without words, 403, 404, 409 and 412 as `putMarker` */
export async function commentOnText(
  ctx: Context,
  { containerId, body, ...selection }: Selection & { containerId: number; body: string },
  captcha?: CaptchaAnswer,
): Promise<ContentRow> {
  const ref = randomUUID()
  return createComment(ctx, {
    containerId,
    parentId: null,
    ...written(body),
    place: {
      location: 'inline',
      markerRef: ref,
      originalSelection: selection.originalSelection,
      serializedHighlights: selection.serializedHighlights,
    },
    captcha,
    putMarker: (tx, page) => putMarker(tx, page, ref, selection),
  })
}

/**
 * Comments on text that its editors have marked and not published: a draft for them alone, until a version has the
 * marker.
 * @throws HttpError 400, 403, 404
 */
export async function commentOnDraft(
  ctx: Context,
  pageId: number,
  { ref, originalSelection, body }: { ref: string; originalSelection: string; body: string },
): Promise<ContentRow> {
  await requireContentFor(ctx, pageId, 'update')
  return createComment(ctx, {
    containerId: pageId,
    parentId: null,
    ...written(body),
    place: { location: 'inline', markerRef: ref, originalSelection },
    isDraft: true,
  })
}

/** Answers a comment on marked text. @throws HttpError 400, 403, 404 */
export async function answer(
  ctx: Context,
  id: number,
  {
    containerId,
    body,
    captcha,
  }: { containerId?: number | undefined; body: string; captcha: CaptchaAnswer | undefined },
) {
  const { row } = await requireInline(ctx, id)
  if (containerId !== undefined && containerId !== row.container_id) throw noContent(id)
  return createComment(ctx, {
    containerId: row.container_id ?? 0,
    parentId: row.id,
    ...written(body),
    place: { location: 'inline', markerRef: null, originalSelection: null },
    captcha,
  })
}

/** Changes the text of a comment on marked text or of an answer. @throws HttpError 400, 403, 404 */
export async function change(ctx: Context, id: number, body: string): Promise<ContentRow> {
  const { row } = await requireInline(ctx, id)
  return updateComment(ctx, row, { version: row.version + 1, ...written(body) })
}

/** Deletes a thread with its answers and its marker, or one answer. @throws HttpError 403, 404 */
export async function remove(ctx: Context, id: number): Promise<void> {
  const { row } = await requireInline(ctx, id)
  await authorise(ctx, row, 'delete')
  const ids =
    row.parent_id === null
      ? await threadIds(ctx.app.database, row.container_id ?? 0, [row], Number.MAX_SAFE_INTEGER)
      : [row.id]
  await ctx.app.database.transaction(async tx => {
    // Answers first: each is gone before the comment that it answers.
    await removeForGood(tx, ctx.app, ids.toReversed(), { actorId: ctx.viewer.userId })
    if (row.status === 'draft') return
    for (const contentId of ids)
      tx.append({
        kind: 'comment.purged',
        actorId: ctx.viewer.userId,
        spaceId: row.space_id,
        contentId,
        data: { title: row.title },
      })
  })
}

/**
 * Resolves a thread or opens it again. It counts as resolved because its text is gone only when it is.
 * @throws HttpError 403 for who may not comment, 404
 */
export async function resolve(ctx: Context, id: number, wanted: { resolved: boolean; dangling: boolean }) {
  const { row, comment } = await requireThread(ctx, id)
  const page = await requireContent(ctx, row.container_id ?? 0)
  await authorise(ctx, page, 'createComment')
  const isGone = wanted.dangling && !(await refsInText(ctx, page)).includes(comment.marker_ref ?? '')
  const status = wanted.resolved ? (isGone ? 'dangling' : 'resolved') : 'reopened'
  await ctx.app.database.transaction(async tx => {
    const now = await commentOf(tx.db, row.id)
    if (now && now.resolution !== status) await setResolution(tx, ctx, row, status)
  })
  return (await contentById(ctx.app.database.read, row.id)) ?? row
}

const SHOWN = new Set(['ac:image', 'ac:structured-macro', 'ac:link', 'ac:emoticon', 'img'])

/** The text of a comment as the browser sends it. */
function written(value: string) {
  return { body: { value, representation: 'storage' }, requireText }
}

/** @throws HttpError 400 for a text that shows nothing */
function requireText({ storage, facts }: ReadBody): void {
  if (facts.text.trim() !== '') return
  const showsSomething = [...walkElements(documentOf(storage))].some(({ name }) => SHOWN.has(name))
  if (!showsSomething) throw badRequest('a comment needs a text', { field: 'body' })
}
