import type { Context } from '#platform/server/context.ts'
import type { Queries, WriteTransaction } from '#platform/server/database/index.ts'
import { badRequest, forbidden } from '#platform/server/http/errors.ts'
import { requireCommentCaptcha, type CaptchaAnswer } from '#features/captcha/server/index.ts'
import { authorise, permissionsOn, requireContent } from '#features/content-core/server/policies.ts'
import { withoutMarkdown } from '#features/content-core/server/render.ts'
import { changesOf, contentById, versionOf, type ContentRow } from '#features/content-core/server/read.ts'
import {
  addVersion,
  contentWriters,
  dropRendersUsing,
  insertContent,
  lockContent,
  publishComments,
  readBody,
  storeLinks,
  type BodyInput,
  type ReadBody,
  type StoredText,
} from '#features/content-core/server/write.ts'
import { spacesById } from '#features/spaces/server/index.ts'
import { commentWriters } from './extension-points.ts'
import { anchored, resolveThread, type CommentPlace } from './inline.ts'
import { commentByClientKey, commentOf, insertComment, threadIds } from './store.ts'
import type { CommentTable } from './tables.ts'

/** Answers nest no deeper; further ones belong to the deepest. */
const MAX_NESTING = 50

export const NO_TEXT = 'a comment needs a text'

export interface NewComment {
  containerId: number
  /** The comment that this one answers. */
  parentId: number | null
  body: BodyInput
  /** Refuses a text that does not do, beside one that is empty. @throws HttpError 400 */
  requireText?: (body: ReadBody) => void
  /** Ignored for answers, which are where the comment is that they answer. */
  place: CommentPlace
  /** Needed of visitors who are not signed in, unless an administrator has switched it off. */
  captcha?: CaptchaAnswer | undefined
  /** Made by the client for each comment, so that sending it again does not make a second one. */
  uuid?: string | undefined
  /** `extensions` as the client sent them, for what other features store with a comment. */
  extensions?: Readonly<Record<string, unknown>> | null | undefined
  /** Comment on a text that is not published yet: a draft, until {@link publishThreads} publishes it. */
  isDraft?: boolean
  /** Puts the marker of `place` into the text of the page, in the transaction of the comment; else `commentAnchors` do. */
  putMarker?: (tx: WriteTransaction, page: ContentRow) => Promise<void>
}

/**
 * Adds a comment to a page, post or file, or an answer to a comment.
 * @throws HttpError 400 bad body or parent, 403, 404
 */
export async function createComment(ctx: Context, input: NewComment): Promise<ContentRow> {
  const container = await requireContent(ctx, input.containerId)
  if (container.type === 'comment') {
    throw badRequest('comments belong to a page, a blog post or a file', { field: 'container', forPrograms: true })
  }
  await authorise(ctx, container, 'createComment')
  const body = await readTextOf(ctx, input.body, input.requireText, { owner: container })
  const space = (await spacesById(ctx.app, [container.space_id])).get(container.space_id)
  const clientKey = input.uuid ? clientKeyOf(ctx, container.id, input.uuid) : null
  const before = clientKey === null ? undefined : await commentByClientKey(ctx.app.database.read, clientKey)
  if (before) return before
  const isDraft = input.isDraft ?? (await answersDraft(ctx, container, input.parentId))
  await requireCommentCaptcha(ctx, input.captcha)
  return ctx.app.database.transaction(async tx => {
    // With the page held, a thread is not resolved while an answer joins it, and nothing is stored twice.
    const isInline = input.parentId === null && input.place.location === 'inline'
    const isHeld = input.parentId !== null || clientKey !== null || isInline || container.type === 'attachment'
    const page = isHeld ? await lockContent(tx, container.id) : undefined
    const twin = clientKey === null ? undefined : await commentByClientKey(tx.db, clientKey)
    if (twin) return twin
    if (input.putMarker) await input.putMarker(tx, page ?? container)
    const needsAnchor = isInline && !input.putMarker && !isDraft
    const status = isDraft ? 'draft' : 'current'
    const place = needsAnchor ? await anchored(tx, ctx, page ?? container, input.place) : input.place
    const parent = input.parentId === null ? undefined : await contentById(tx.db, input.parentId)
    if (
      input.parentId !== null &&
      (parent?.type !== 'comment' || parent.container_id !== container.id || parent.status !== status)
    ) {
      throw badRequest('there is no comment with id {{id}} on this page', {
        field: 'ancestors',
        values: { id: input.parentId },
      })
    }
    if (parent && (await depthOf(tx.db, parent)) >= MAX_NESTING) {
      throw badRequest('Answers nest at most {{most}} levels deep', { values: { most: MAX_NESTING } })
    }
    const row = await insertContent(tx, {
      type: 'comment',
      status,
      spaceId: container.space_id,
      parentId: parent?.id ?? null,
      containerId: container.id,
      title: `Re: ${container.title}`,
      position: '',
      guardId: container.guard_id,
      postingDay: null,
      authorId: ctx.viewer.userId,
      storage: body.storage,
      message: '',
    })
    const { location, markerRef, originalSelection, serializedHighlights } = place
    const begins = {
      location,
      marker_ref: markerRef,
      original_selection: originalSelection,
      resolution: 'open',
      resolved_by: null,
      resolved_at: null,
    } as const
    const thread = (parent && (await commentOf(tx.db, parent.id))) ?? begins
    await insertComment(tx, {
      ...thread,
      content_id: row.id,
      client_key: clientKey,
      serialized_highlights: parent ? null : (serializedHighlights ?? null),
    })
    const origin = { id: row.id, spaceId: row.space_id, spaceKey: space?.key ?? '', isNew: true }
    await storeLinks(tx, origin, body.facts)
    await tellWriters(tx, ctx, row, { storage: body.storage, before: 'none', metadata: {} })
    for (const writer of ctx.app.extensions.all(commentWriters))
      await writer.created(tx, row, container, input.extensions ?? {})
    announce(tx, row, thread.location)
    return row
  })
}

/** Tells subscribers of a new comment. A draft is none until it is published. */
function announce(tx: WriteTransaction, row: ContentRow, location: CommentTable['location']): void {
  if (row.status === 'draft') return
  tx.append({
    kind: 'comment.created',
    actorId: row.creator_id,
    spaceId: row.space_id,
    contentId: row.id,
    data: { containerId: row.container_id, parentId: row.parent_id, location },
    changes: changesOf(row),
  })
}

/** Publishes comments on marked text with all answers: the text that they are on is published. */
export async function publishThreads(tx: WriteTransaction, ctx: Context, roots: readonly ContentRow[]): Promise<void> {
  const [first] = roots
  if (!first) return
  const around = { read: tx.db, dialect: tx.dialect }
  const ids = await threadIds(around, first.container_id ?? 0, roots, Number.MAX_SAFE_INTEGER)
  for (const row of await publishComments(tx, ids)) {
    const storage = (await versionOf(tx.db, row.id, row.version))?.storage ?? ''
    await tellWriters(tx, ctx, row, { storage, before: 'draft', metadata: {} })
    announce(tx, row, 'inline')
  }
}

/** Whether a new comment answers one on text that is not published yet, which the viewer may edit. */
async function answersDraft(ctx: Context, container: ContentRow, parentId: number | null): Promise<boolean> {
  const parent = parentId === null ? undefined : await contentById(ctx.app.database.read, parentId)
  return parent?.status === 'draft' && (await permissionsOn(ctx, container)).update
}

/** Key of a comment's sender, its page and the id that the client has made. */
function clientKeyOf({ viewer }: Context, containerId: number, uuid: string): string {
  return `${viewer.userKey} ${containerId} ${uuid}`
}

async function depthOf(db: Queries, row: ContentRow): Promise<number> {
  let depth = 1
  let parent = row.parent_id
  while (parent !== null && depth < MAX_NESTING) {
    parent = (await contentById(db, parent))?.parent_id ?? null
    depth++
  }
  return depth
}

interface CommentChange {
  version: number
  body: BodyInput | undefined
  requireText?: NewComment['requireText']
  message?: string | undefined
  /** Of the thread that the comment begins. */
  resolution?: CommentTable['resolution'] | undefined
}

/**
 * Changes a comment: a text makes its next version, a resolution makes none.
 * @throws HttpError 400, 403 unless it is one's own or, for the resolution, one may comment; 409 for a wrong version
 */
export async function updateComment(ctx: Context, row: ContentRow, change: CommentChange): Promise<ContentRow> {
  if (row.status === 'trashed') throw forbidden('This comment was deleted')
  const { resolution } = change
  if (change.body || resolution === undefined) await authorise(ctx, row, 'update')
  if (resolution !== undefined) await authorise(ctx, await requireContent(ctx, row.container_id ?? 0), 'createComment')
  const body = change.body && (await changedText(ctx, row, { ...change, body: change.body }))
  const space = (await spacesById(ctx.app, [row.space_id])).get(row.space_id)
  return ctx.app.database.transaction(async tx => {
    if (body) await writeVersion(tx, ctx, row, space?.key ?? '', { ...change, body })
    if (resolution !== undefined) await resolveThread(tx, ctx, row, resolution)
    return (await contentById(tx.db, row.id)) ?? row
  })
}

async function writeVersion(
  tx: WriteTransaction,
  ctx: Context,
  row: ContentRow,
  spaceKey: string,
  { version, body, message = '' }: { version: number; body: ReadBody; message?: string | undefined },
): Promise<void> {
  const updated = await addVersion(
    tx,
    { ...row, version: version - 1 },
    {
      number: version,
      authorId: ctx.viewer.userId,
      at: Date.now(),
      message,
      storage: body.storage,
    },
  )
  await storeLinks(tx, { id: row.id, spaceId: row.space_id, spaceKey }, body.facts)
  await dropRendersUsing(tx, row.id)
  await tellWriters(tx, ctx, updated, { storage: body.storage, before: 'current', metadata: {} })
  if (row.status === 'draft') return
  tx.append({
    kind: 'comment.updated',
    actorId: ctx.viewer.userId,
    spaceId: row.space_id,
    contentId: row.id,
    data: { containerId: row.container_id, version },
    changes: changesOf(row),
  })
}

/** Lets other features store what they read from the text. */
async function tellWriters(tx: WriteTransaction, ctx: Context, row: ContentRow, text: StoredText): Promise<void> {
  for (const writer of ctx.app.extensions.all(contentWriters)) await writer.stored?.(tx, ctx, row, text)
}

/** @throws HttpError 400 for one that is not well-formed, is empty or is refused */
/** The new text of a comment. Markdown is that of its current version. */
async function changedText(
  ctx: Context,
  row: ContentRow,
  { body, requireText }: { body: BodyInput; requireText?: NewComment['requireText'] },
): Promise<ReadBody> {
  const { read } = ctx.app.database
  const before = body.representation === 'markdown' ? await versionOf(read, row.id, row.version) : undefined
  const owner = (row.container_id === null ? undefined : await contentById(read, row.container_id)) ?? row
  return readTextOf(ctx, body, requireText, { owner, before: before?.storage })
}

async function readTextOf(
  ctx: Context,
  input: BodyInput,
  requireText: NewComment['requireText'],
  { owner, before }: { owner: ContentRow; before?: string | undefined },
): Promise<ReadBody> {
  const place = { id: owner.id, spaceId: owner.space_id }
  const body = await readBody(ctx.app, await withoutMarkdown(ctx, input, place, before))
  if (body.storage.trim() === '') throw badRequest(NO_TEXT, { field: 'body' })
  requireText?.(body)
  return body
}
