import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { App } from '#platform/server/app.ts'
import type { Blob } from '#platform/server/blobs.ts'
import type { Context } from '#platform/server/context.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { badRequest, errorBody, HttpError, notFound } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { hasXsrfToken, XsrfError } from '#platform/server/http/xsrf.ts'
import { parseExpand } from '#platform/server/http/expand.ts'
import { contentId } from '#platform/wire.ts'
import { requireContent } from '#features/content-core/server/policies.ts'
import type { ContentRow } from '#features/content-core/server/read.ts'
import { trashContent } from '#features/content-core/server/write.ts'
import { singleWire } from '#features/content/server/index.ts'
import { attachFilesAction, dropUpload, removeAttachmentAction } from '../../contract.ts'
import { checkFileName, fileNameOf } from '../model/file-names.ts'
import { attachmentsPagePath } from '../model/paths.ts'
import { attachFiles } from '../service/attach.ts'
import { requireTarget } from '../service/find.ts'
import { removeVersion } from '../service/remove.ts'
import { maxAttachmentSize } from '../settings.ts'
import { attachmentByName } from '../store.ts'
import { newFile, newFiles } from '../upload/new-files.ts'
import { receiveChunk } from '../upload/chunks.ts'
import { readUpload, refuseOversize } from '../upload/parts.ts'

/** The old product's own forms and uploads. */
export function formRoutes({ http }: App): void {
  http.handle(removeAttachmentAction, async ({ ctx, body }) => {
    const page = await requireContent(ctx, body.pageId)
    const name = fileNameOf(body.filename ?? body.fileName ?? '')
    const row = await attachmentByName(ctx.app.database.read, page.id, name)
    if (!row) throw notFound('The page {{id}} has no attachment named {{name}}', { values: { id: page.id, name } })
    if (body.version === undefined) await trashContent(ctx, row)
    else await removeVersion(ctx, row, body.version)
    return { success: true as const }
  })

  http.handle(attachFilesAction, async ({ ctx, query, request }) => {
    let pageId = query.pageId
    const upload = await readUpload(ctx, request, async fields => {
      checkToken(request, fields.get('atl_token')?.[0], true)
      pageId ??= pageIdOf(fields.get('pageId')?.[0])
      if (pageId !== undefined) await requireTarget(ctx, pageId)
    })
    checkToken(request, upload.fields.get('atl_token')?.[0], false)
    pageId ??= pageIdOf(upload.fields.get('pageId')?.[0])
    if (pageId === undefined) throw badRequest('is required', { field: 'pageId', forPrograms: true })
    await requireTarget(ctx, pageId)
    await attachFiles(ctx, pageId, await newFiles(ctx, upload), 'new-version')
    return Answer.redirect(attachmentsPagePath(pageId))
  })

  http.handle(dropUpload, async ({ ctx, query, request }) => {
    try {
      const answer = await dropped(ctx, query, request)
      if ('received' in answer) return answer
      return { data: await singleWire(ctx, answer, parseExpand('version,container')) }
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      // The uploader shows the first of these.
      const body = { ...errorBody(error), actionErrors: [error.message] }
      return Answer.json(body, error.status, error.headers)
    }
  })
}

interface Dropped {
  pageId?: number | undefined
  draftId?: number | undefined
  filename: string
  size?: number | undefined
  mimeType?: string | undefined
  minorEdit?: boolean | undefined
  chunk?: number | undefined
  chunks?: number | undefined
  uploadId?: string | undefined
}

/** @returns the attachment, or how many chunks of it there are */
async function dropped(
  ctx: Context,
  query: Dropped,
  request: FastifyRequest,
): Promise<ContentRow | { received: number }> {
  const container = await requireTarget(ctx, query.pageId || query.draftId || 0)
  const title = checkFileName(query.filename)
  refuseOversize(ctx, request)
  const bytes = request.body instanceof Readable ? request.body : Readable.from([])
  const attach = async (blob: Blob, check?: (tx: WriteTransaction) => Promise<void>) => {
    const declaredType = query.mimeType || request.headers['content-type'] || ''
    const file = await newFile(ctx, { blob, declaredType }, { title, comment: '', minor: query.minorEdit ?? false })
    const [row] = await attachFiles(ctx, container.id, [file], 'new-version', check)
    if (!row) throw notFound()
    return row
  }
  if (query.chunks !== undefined && query.chunks > 1) {
    const { chunk = 0, chunks, size, uploadId = '' } = query
    const part = { containerId: container.id, filename: title, size, chunk, chunks, uploadId }
    const { received, whole } = await receiveChunk(ctx, part, bytes)
    return whole ? attach(whole.blob, whole.finish) : { received }
  }
  const announced = request.headers['content-length']
  if (query.size !== undefined && announced !== undefined) checkSize(query.size, Number(announced))
  const blob = await ctx.app.blobs.put(bytes, { maxSize: ctx.app.settings.get(maxAttachmentSize) })
  // The bytes that arrived count: a body cut short by a proxy must not become a file.
  if (query.size !== undefined) checkSize(query.size, blob.size)
  return attach(blob)
}

function checkSize(said: number, is: number): void {
  if (said !== is)
    throw badRequest('the body has {{is}} bytes, not the {{said}} that the address says', {
      field: 'size',
      values: { is, said },
    })
}

/**
 * The token may be in a header, the address or a part of the form.
 * @param early the form is not read to its end: a token may still come, a wrong one is refused at once
 * @throws HttpError 403
 */
function checkToken(request: FastifyRequest, field: string | undefined, early: boolean): void {
  if (hasXsrfToken(request, field) || (early && field === undefined)) return
  throw new XsrfError()
}

function pageIdOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const parsed = contentId.safeParse(text)
  if (!parsed.success) throw badRequest('must be a content id', { field: 'pageId', forPrograms: true })
  return parsed.data
}
