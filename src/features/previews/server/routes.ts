import type { App } from '#platform/server/app.ts'
import { badRequest, noContent } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import { fileAnswer } from '#features/attachments/server/index.ts'
import { commentCounts } from '#features/comments/server/index.ts'
import { permissionsOn, requireContent } from '#features/content-core/server/policies.ts'
import { findContent } from '#features/content-core/server/read.ts'
import { askForThumbnails, countComments, getPreview, getThumbnail, listPins, listPreviewFiles } from '../contract.ts'
import { CONVERSION } from '../shared.ts'
import { convertedFile, filesOf, findFiles, previewFiles, requireFile } from './service.ts'
import { pinsOn } from './store.ts'
import { thumbnailJobs } from './thumbnail-jobs.ts'

/** Calls of the previewer, and those of the old product for thumbnails and comments of files. */
export function previewRoutes(app: App): void {
  const { http } = app

  http.handle(listPreviewFiles, async ({ ctx, params, query, request }) => {
    const page = await requireContent(ctx, params.id)
    if (page.type !== 'page' && page.type !== 'blogpost')
      throw badRequest('files are attached to pages and blog posts', { field: 'id', forPrograms: true })
    const found = pageOf(request, app, query, await filesOf(ctx, page, query))
    return {
      ...found,
      results: await previewFiles(ctx, found.results),
      mayComment: (await permissionsOn(ctx, page)).createComment,
    }
  })

  http.handle(getPreview, async ({ ctx, params }) =>
    convertedFile(ctx, await requireFile(ctx, params.id, params.version)),
  )

  http.handle(listPins, async ({ ctx, params }) => {
    const { row, number: shown } = await requireFile(ctx, params.id, params.version)
    const pins = await pinsOn(ctx, row.id, shown)
    return {
      results: pins.map(({ comment_id: id, version, number, x, y }) => ({
        commentId: String(id),
        version,
        number,
        x,
        y,
      })),
    }
  })

  http.handle(askForThumbnails, async ({ ctx, body }) => {
    const jobs = thumbnailJobs(app)
    const files = await findFiles(
      ctx,
      body.map(({ id, v }) => ({ id, version: v })),
    )
    const [first] = body
    if (first && files.size === 0) throw noContent(`att${first.id}`)
    const stored = await jobs.stored([...files.values()])
    // Among others, a file that is gone or may not be seen looks like one that cannot be converted.
    const statusOf = (id: number, version: number) => {
      const file = files.get(`${id}/${version}`)
      if (!file) return CONVERSION.error
      return stored.has(file.sha256) ? CONVERSION.converted : jobs.begin(file)
    }
    return Object.fromEntries(body.map(({ id, v }) => [String(id), statusOf(id, v)]))
  })

  http.handle(getThumbnail, async ({ ctx, params, request }) => {
    const file = await requireFile(ctx, params.id, params.version)
    const jobs = thumbnailJobs(app)
    const thumbnail = (await jobs.stored([file])).get(file.sha256)
    if (!thumbnail) {
      const status = jobs.begin(file)
      return Answer.json({ status }, status)
    }
    return fileAnswer(app, request, { ...thumbnail, title: file.row.title, modifiedAt: file.at, immutable: true })
  })

  http.handle(countComments, async ({ ctx, params, query }) => {
    await requireContent(ctx, params.pageId)
    const file = await findContent(ctx, query.attachmentId)
    if (file?.type !== 'attachment' || file.container_id !== params.pageId || file.status === 'trashed')
      throw noContent(`att${query.attachmentId}`)
    const counts = (await commentCounts(app.database, [file.id])).get(file.id)
    return { attachmentId: String(file.id), count: counts?.all ?? 0, unresolvedCount: counts?.unresolved ?? 0 }
  })
}
