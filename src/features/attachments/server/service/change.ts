import type { Context } from '#platform/server/context.ts'
import { badRequest, noContent } from '#platform/server/http/errors.ts'
import { authorise, requireContent } from '#features/content-core/server/policies.ts'
import { contentById, type ContentRow } from '#features/content-core/server/read.ts'
import { lockContent, refuseStale, restoreContent } from '#features/content-core/server/write.ts'
import type { ContentUpdater } from '#features/content/server/index.ts'
import { checkFileName } from '../model/file-names.ts'
import { mediaTypeOf } from '../model/media-types.ts'
import { attachmentByName, describeFile, requireVersion } from '../store.ts'
import { checkComment } from '../upload/new-files.ts'
import { lockContainer, nameTaken } from './attach.ts'
import { requireTarget } from './find.ts'
import { relocateFile } from './relocate.ts'

type ContentInput = Parameters<ContentUpdater['update']>[2]

export interface AttachmentChange {
  title?: string | undefined
  comment?: string | undefined
  mediaType?: string | undefined
  containerId?: number | undefined
  /** The current number; refused when it is another by now. */
  version?: number | undefined
}

/**
 * The common call and the attachment's own: `{version, title, metadata, container, status}`. The bytes stay, and so
 * does the version's number. Clients send the current number or the next one.
 * @throws HttpError 400, 403, 404, 409
 */
export async function changeByInput(ctx: Context, row: ContentRow, input: ContentInput): Promise<ContentRow> {
  if (input.type !== undefined && input.type !== 'attachment')
    throw badRequest('this content is an attachment', {
      field: 'type',
      forPrograms: true,
    })
  if (row.status === 'trashed') {
    if (input.status !== 'current') {
      throw badRequest('This attachment is in the trash; send status "current" to restore it', {
        forPrograms: true,
      })
    }
    return restoreAttachment(ctx, row, input.title)
  }
  const number = input.version?.number
  if (number === undefined)
    throw badRequest('is required, the current number', {
      field: 'version.number',
      forPrograms: true,
    })
  const container = input.container?.type === 'space' ? undefined : input.container?.id
  return changeAttachment(ctx, row, {
    title: input.title,
    comment: text(input.metadata, 'comment') ?? text(input.extensions, 'comment'),
    mediaType: text(input.metadata, 'mediaType') ?? text(input.extensions, 'mediaType'),
    containerId: container === undefined ? undefined : idOf(container),
    version: number === row.version + 1 ? row.version : number,
  })
}

/**
 * Changes what is known of an attachment, its name, or the page that it belongs to.
 * @throws HttpError 400 when the new name is bad or taken, 403, 404, 409
 */
export async function changeAttachment(
  ctx: Context,
  before: ContentRow,
  change: AttachmentChange,
): Promise<ContentRow> {
  await authorise(ctx, before, 'update')
  const title = change.title === undefined ? before.title : checkFileName(change.title)
  const moves = change.containerId !== undefined && change.containerId !== before.container_id
  if (moves) {
    // It leaves the one page and comes to the other.
    await authorise(ctx, before, 'delete')
    await requireTarget(ctx, change.containerId ?? 0)
  }
  const comment = change.comment === undefined ? undefined : checkComment(change.comment)
  return ctx.app.database.transaction(async tx => {
    const source = await lockContainer(tx, before.container_id ?? 0)
    const target = moves ? await lockContainer(tx, change.containerId ?? 0) : source
    const row = await lockContent(tx, before.id)
    if (!row || row.status === 'trashed' || row.container_id !== source.id) throw noContent(`att${before.id}`)
    if (change.version !== undefined) refuseStale(row, change.version)
    const file = await requireVersion(tx.db, row, row.version)
    const next = {
      comment: comment ?? file.comment,
      media_type: change.mediaType === undefined ? file.media_type : mediaTypeOf(change.mediaType, title),
    }
    const alike = !moves && title === row.title && next.comment === file.comment && next.media_type === file.media_type
    if (alike) return row
    await describeFile(tx, row, next)
    return relocateFile(tx, ctx, row, { source, target, title, comment: next.comment })
  })
}

/** @throws HttpError 403, 400 when its page is in the trash or its name is taken meanwhile */
async function restoreAttachment(ctx: Context, row: ContentRow, wanted: string | undefined): Promise<ContentRow> {
  await authorise(ctx, row, 'purge')
  const title = wanted === undefined || wanted === row.title ? row.title : checkFileName(wanted)
  const container = await contentById(ctx.app.database.read, row.container_id ?? 0)
  if (container && container.status !== 'trashed') {
    await requireContent(ctx, container.id)
    if (await attachmentByName(ctx.app.database.read, container.id, title)) throw nameTaken(title)
  }
  return restoreContent(ctx, row, title)
}

function text(bag: Record<string, unknown> | null | undefined, name: string): string | undefined {
  const value = bag?.[name]
  return typeof value === 'string' ? value : undefined
}

function idOf(id: string | number): number {
  const digits = String(id)
  if (!/^\d{1,15}$/.test(digits))
    throw badRequest('"{{id}}" is not the id of a page', {
      field: 'container.id',
      values: { id: digits.slice(0, 40) },
      forPrograms: true,
    })
  return Number(digits)
}
