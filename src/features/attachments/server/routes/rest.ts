import type { FastifyRequest } from 'fastify'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { parseExpand } from '#platform/server/http/expand.ts'
import { Answer } from '#platform/server/http/http.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import { authorise, requireContent } from '#features/content-core/server/policies.ts'
import { contentsById, type ContentRow } from '#features/content-core/server/read.ts'
import { trashContent } from '#features/content-core/server/write.ts'
import { windowFor } from '#features/content/server/index.ts'
import {
  createAttachments,
  deleteAttachment,
  deleteAttachmentVersion,
  filesById,
  listAttachments,
  moveAttachment,
  putAttachments,
  updateAttachment,
  updateAttachmentData,
} from '../../contract.ts'
import { niceType } from '../model/media-types.ts'
import { downloadPath, thumbnailPath } from '../model/paths.ts'
import { hasThumbnail } from '../model/pictures.ts'
import { attachFiles, replaceData, type WhenTaken } from '../service/attach.ts'
import { changeAttachment, changeByInput } from '../service/change.ts'
import { requireAttachment, requireTarget } from '../service/find.ts'
import { removeVersion } from '../service/remove.ts'
import { attachmentsOf, currentFiles } from '../store.ts'
import { newData, newFiles } from '../upload/new-files.ts'
import { readUpload } from '../upload/parts.ts'
import { attachmentWire, attachmentWires } from '../wire/attachment-wire.ts'

/** Expansions in answers to uploads, besides those that the client asks for. */
const WRITTEN = 'history,space,version,container'

/** Attachments over the REST interface. */
export function restRoutes({ http }: App): void {
  http.handle(listAttachments, async ({ ctx, params, query, request }) => {
    const container = await requireContent(ctx, params.id)
    const expand = parseExpand(query.expand)
    const window = windowFor(query, expand)
    const page = pageOf(request, ctx.app, window, await attachmentsOf(ctx, container, window))
    return { ...page, results: await attachmentWires(ctx, page.results, expand) }
  })

  http.handle(createAttachments, async ({ ctx, params, query, request }) =>
    upload(ctx, request, params.id, query.expand, query.allowDuplicated ? 'new-version' : 'refuse'),
  )

  http.handle(putAttachments, async ({ ctx, params, query, request }) =>
    upload(ctx, request, params.id, query.expand, 'new-version'),
  )

  http.handle(updateAttachmentData, async ({ ctx, params, query, request }) => {
    const row = await requireAttachment(ctx, params.id, params.aid)
    await authorise(ctx, row, 'update')
    const file = await newData(ctx, await readUpload(ctx, request), row.title)
    return await attachmentWire(ctx, await replaceData(ctx, row, file), parseExpand(WRITTEN, query.expand))
  })

  http.handle(updateAttachment, async ({ ctx, params, query, body }) => {
    const row = await requireAttachment(ctx, params.id, params.aid)
    return await attachmentWire(ctx, await changeByInput(ctx, row, body), parseExpand(WRITTEN, query.expand))
  })

  http.handle(moveAttachment, async ({ ctx, params, query }) => {
    const row = await requireAttachment(ctx, params.id, params.aid)
    const changed = await changeAttachment(ctx, row, { title: query.newName, containerId: query.newContentId })
    return await attachmentWire(ctx, changed, parseExpand(WRITTEN))
  })

  http.handle(deleteAttachment, async ({ ctx, params }) => {
    await trashContent(ctx, await requireAttachment(ctx, params.id, params.aid))
    return Answer.empty()
  })

  http.handle(deleteAttachmentVersion, async ({ ctx, params }) => {
    await removeVersion(ctx, await requireAttachment(ctx, params.id, params.aid), params.version)
    return Answer.empty()
  })

  http.handle(filesById, async ({ ctx, params, body }) => {
    await requireContent(ctx, params.pageId)
    const rows = (await contentsById(ctx, [...new Set(body.attachmentIds)])).filter(
      row => row.type === 'attachment' && row.container_id === params.pageId && row.status !== 'trashed',
    )
    const files = await currentFiles(
      ctx.app.database.read,
      ctx.app.database.dialect,
      rows.map(row => row.id),
    )
    return rows.flatMap(row => {
      const file = files.get(row.id)
      return file
        ? [
            {
              id: String(row.id),
              name: row.title,
              version: row.version,
              containerId: String(params.pageId),
              mediaType: file.media_type,
              niceType: niceType(file.media_type),
              fileSize: file.size,
              comment: file.comment,
              downloadUrl: downloadPath(row),
              thumbnailUrl: hasThumbnail(file) ? thumbnailPath(row) : null,
              width: file.width,
              height: file.height,
            },
          ]
        : []
    })
  })
}

async function upload(
  ctx: Context,
  request: FastifyRequest,
  containerId: number,
  expand: string | undefined,
  whenTaken: WhenTaken,
) {
  await requireTarget(ctx, containerId)
  const files = await newFiles(ctx, await readUpload(ctx, request))
  return collection(ctx, request, await attachFiles(ctx, containerId, files, whenTaken), expand)
}

async function collection(
  ctx: Context,
  request: FastifyRequest,
  rows: readonly ContentRow[],
  expand: string | undefined,
) {
  const page = pageOf(request, ctx.app, { start: 0, limit: rows.length }, rows)
  return { ...page, results: await attachmentWires(ctx, rows, parseExpand(WRITTEN, expand)) }
}
