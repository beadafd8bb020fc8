import type { FastifyRequest } from 'fastify'
import type { App } from '#platform/server/app.ts'
import type { Blob } from '#platform/server/blobs.ts'
import type { Context } from '#platform/server/context.ts'
import { forbidden, notFound } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { html } from '#platform/server/http/markup.ts'
import { fileAnswer, fileVersion } from '#features/attachments/server/index.ts'
import { authorise, permissionsOn, requireContent } from '#features/content-core/server/policies.ts'
import {
  diagramMap,
  diagramPermission,
  diagramPicture,
  diagramsOfPage,
  diagramVersions,
  pagePermission,
  previewDiagram,
  thumbnailDiagram,
} from '../../contract.ts'
import { listDiagrams, requireDiagram } from '../files.ts'
import { areasOf } from '../image-map.ts'
import { pictureOf, scaleFor, thumbnailScale } from '../pictures.ts'
import { readerOf, type StoredBytes } from '../read.ts'

/** Permission-dependent answers are not cached. */
const UNCACHED = { 'cache-control': 'no-store' }

/** The calls of Gliffy for Confluence for pictures, metadata and permissions. */
export function gliffyRoutes(app: App): void {
  app.http.handle(previewDiagram, async ({ ctx, query, request }) => {
    const { attachment, file } = await requireDiagram(ctx, query.pageId, query.name, query.version)
    const picture = await pictureOf(ctx.app, file, { accountId: ctx.viewer.userId, page: query.page, scale: 1 })
    return pngAnswer(ctx.app, request, attachment.title, file.at, picture)
  })

  app.http.handle(thumbnailDiagram, async ({ ctx, query, request }) => {
    const { attachment, file } = await requireDiagram(ctx, query.pageId, query.name, query.version)
    const drawing = await requireDrawing(ctx, file, query.page)
    const picture = await pictureOf(ctx.app, file, {
      accountId: ctx.viewer.userId,
      page: query.page,
      scale: thumbnailScale(drawing),
    })
    return pngAnswer(ctx.app, request, attachment.title, file.at, picture)
  })

  app.http.handle(diagramPicture, async ({ ctx, params, query, request }) => {
    const attachment = await requireContent(ctx, params.attachmentId)
    const file =
      attachment.type === 'attachment'
        ? await fileVersion(ctx.app.database.read, attachment.id, query.version)
        : undefined
    if (!file)
      throw notFound('The attachment att{{id}} has no version {{version}}', {
        values: { id: params.attachmentId, version: query.version },
        forPrograms: true,
      })
    const picture = await pictureOf(ctx.app, file, {
      accountId: ctx.viewer.userId,
      page: query.page,
      scale: scaleFor(query.scale),
    })
    return pngAnswer(ctx.app, request, attachment.title, file.at, picture, query.renderer !== undefined)
  })

  app.http.handle(diagramVersions, async ({ ctx, query }) => {
    const { attachment } = await requireDiagram(ctx, query.pageId, query.name)
    return { numRevisions: attachment.version }
  })

  app.http.handle(diagramMap, async ({ ctx, params, query, request }) => {
    const { attachment, file } = await requireDiagram(ctx, params.pageId, params.diagram, query.version)
    const { areas } = await requireDrawing(ctx, file, query.page)
    const owner = String(params.pageId)
    const here = { pageId: owner, ceoid: owner, name: attachment.title }
    const shown = areasOf(areas, query.scale, query.version === undefined ? here : { ...here, version: query.version })
    if (/^application\/json\b/.test(request.headers.accept ?? '')) return { name: query.name, areas: shown }
    return Answer.html(
      String(
        html`<map name="${query.name}" id="${query.name}">${shown.map(
          area =>
            html`<area shape="${area.shape}" coords="${area.coords}" href="${area.href}" alt="${area.title}" title="${area.title}"${area.newWindow && html` target="_blank" rel="noopener"`}>`,
        )}</map>`,
      ),
    )
  })

  app.http.handle(pagePermission, async ({ ctx, params }) => {
    const page = await requireContent(ctx, params.pageId)
    const { update, createAttachment } = await permissionsOn(ctx, page)
    if (!update && !createAttachment)
      throw forbidden('You do not have permission to edit this page or to attach diagrams to it')
    return Answer.json({ pageId: String(page.id), edit: update, createAttachment }, 200, UNCACHED)
  })

  app.http.handle(diagramPermission, async ({ ctx, params }) => {
    const { attachment, owner } = await requireDiagram(ctx, params.pageId, params.diagram)
    await authorise(ctx, owner, 'createAttachment')
    return Answer.json({ attachmentId: String(attachment.id) }, 200, UNCACHED)
  })

  app.http.handle(diagramsOfPage, async ({ ctx, params, query }) => {
    const page = await requireContent(ctx, params.pageId)
    const rows = await listDiagrams(ctx, page, query)
    return rows.map(row => ({ id: String(row.id), title: row.title, fileName: row.title }))
  })
}

function pngAnswer(
  app: App,
  request: FastifyRequest,
  title: string,
  modifiedAt: number,
  picture: Blob,
  immutable = false,
) {
  return fileAnswer(app, request, { ...picture, title: `${title}.png`, mediaType: 'image/png', modifiedAt, immutable })
}

async function requireDrawing(ctx: Context, file: StoredBytes, page: string | undefined) {
  const drawing = await readerOf(ctx.app).draw(file, page)
  if (!drawing) throw notFound('The file holds no diagram that can be shown')
  return drawing
}
