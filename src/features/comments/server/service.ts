import type { Context } from '#platform/server/context.ts'
import { badRequest, conflict, forbidden } from '#platform/server/http/errors.ts'
import {
  authorise, contentById, forgetRendersUsing, insertContent, readBody, requireContent, storeLinks, titleKey,
  type BodyInput, type ContentRow,
} from '#features/content/server/index.ts'
import { spacesById } from '#features/spaces/server/index.ts'

/** Answers nest no deeper; further ones hang on the deepest. */
const MAX_NESTING = 50
const MAX_SELECTION = 10_000

export interface NewComment {
  containerId: number
  /** The comment that this one answers. */
  parentId: number | null
  body: BodyInput
  location: 'footer' | 'inline'
  markerRef?: string | undefined
  originalSelection?: string | undefined
}

/**
 * Adds a comment to a page or post, or an answer to a comment.
 * @throws HttpError 400 bad body or parent, 403, 404
 */
export async function createComment(ctx: Context, input: NewComment): Promise<ContentRow> {
  const container = await requireContent(ctx, input.containerId)
  if (container.type !== 'page' && container.type !== 'blogpost') throw badRequest('container: comments belong to a page or blog post')
  await authorise(ctx, container, 'createComment')
  const body = readBody(input.body)
  if (body.storage.trim() === '') throw badRequest('body: a comment needs a text')
  if ((input.originalSelection?.length ?? 0) > MAX_SELECTION) throw badRequest(`originalSelection: at most ${MAX_SELECTION} characters`)
  const space = (await spacesById(ctx.app, [container.space_id])).get(container.space_id)
  return ctx.app.database.transaction(async tx => {
    const parent = input.parentId === null ? undefined : await contentById(tx.db, input.parentId)
    if (input.parentId !== null && (parent?.type !== 'comment' || parent.container_id !== container.id || parent.status !== 'current')) {
      throw badRequest(`ancestors: there is no comment with id ${input.parentId} on this page`)
    }
    if (parent && (await depthOf(tx.db, parent)) >= MAX_NESTING) throw badRequest(`Answers nest at most ${MAX_NESTING} levels deep`)
    const title = `Re: ${container.title}`
    const row = await insertContent(tx, {
      type: 'comment', status: 'current', spaceId: container.space_id, parentId: parent?.id ?? null, containerId: container.id,
      title, titleKey: titleKey(title), position: '', guardId: container.guard_id, postingDay: null,
      authorId: ctx.viewer.userId, storage: body.storage, message: '',
    })
    await tx.db.insertInto('comment').values({
      content_id: row.id, location: input.location, marker_ref: input.markerRef ?? null,
      original_selection: input.originalSelection ?? null, resolution: 'open', resolved_by: null, resolved_at: null,
    }).execute()
    await storeLinks(tx, { id: row.id, spaceId: row.space_id, spaceKey: space?.key ?? '' }, body.document)
    tx.append({
      kind: 'comment.created', actorId: ctx.viewer.userId, spaceId: row.space_id, contentId: row.id,
      data: { containerId: container.id, parentId: row.parent_id, location: input.location },
    })
    return row
  })
}

async function depthOf(db: Parameters<typeof contentById>[0], row: ContentRow): Promise<number> {
  let depth = 1
  let parent = row.parent_id
  while (parent !== null && depth < MAX_NESTING) {
    parent = (await contentById(db, parent))?.parent_id ?? null
    depth++
  }
  return depth
}

/**
 * Writes a new version of a comment.
 * @throws HttpError 400, 403 unless it is one's own, 409 for a wrong version
 */
export async function updateComment(ctx: Context, row: ContentRow, input: { version: number; body: BodyInput | undefined; message?: string | undefined }): Promise<ContentRow> {
  await authorise(ctx, row, 'update')
  if (row.status !== 'current') throw forbidden('This comment was deleted')
  if (!input.body) return row
  const body = readBody(input.body)
  if (body.storage.trim() === '') throw badRequest('body: a comment needs a text')
  const space = (await spacesById(ctx.app, [row.space_id])).get(row.space_id)
  return ctx.app.database.transaction(async tx => {
    const at = Date.now()
    const { numUpdatedRows } = await tx.db.updateTable('content')
      .set({ version: input.version, updater_id: ctx.viewer.userId, updated_at: at })
      .where('id', '=', row.id).where('version', '=', input.version - 1).executeTakeFirst()
    if (numUpdatedRows === 0n) {
      const now = await contentById(tx.db, row.id)
      throw conflict(`Version must be incremented on update. Current version is: ${now?.version ?? row.version}`)
    }
    await tx.db.insertInto('content_version').values({
      content_id: row.id, number: input.version, author_id: ctx.viewer.userId, at, message: input.message ?? '', minor: 0,
      title: row.title, storage: body.storage,
    }).execute()
    await storeLinks(tx, { id: row.id, spaceId: row.space_id, spaceKey: space?.key ?? '' }, body.document)
    await forgetRendersUsing(tx, row.id)
    tx.append({ kind: 'comment.updated', actorId: ctx.viewer.userId, spaceId: row.space_id, contentId: row.id, data: { containerId: row.container_id, version: input.version } })
    return (await contentById(tx.db, row.id)) ?? row
  })
}
