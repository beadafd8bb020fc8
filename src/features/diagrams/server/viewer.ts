import { createElement as h } from 'react'
import type { App } from '#platform/server/app.ts'
import { endpointKey } from '#platform/page-data.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { handleScreen } from '#platform/server/http/screen.ts'
import { readerOf as readerFor } from '#platform/server/http/view.ts'
import { contentId } from '#platform/wire.ts'
import type { FileViewer } from '#features/attachments/server/index.ts'
import { loadDiagram } from '../contract.ts'
import { diagramAddress, VIEWER_PATH } from '../names.ts'
import { addressIn } from '../view-address.ts'
import { PictureView } from '../view/PictureView.tsx'
import { isDiagramType, requireDiagram } from './files.ts'
import { loadedDiagram } from './loaded.ts'
import { picturePath } from './paths.ts'
import { readerOf } from './read.ts'

/** Other paths of the viewer: those of older Gliffys, and the short one. */
const OLD_PATHS = ['/plugins/gliffy/viewlargediagram.action', '/plugins/gliffy/view']
/** Larger documents are fetched instead of inlined, bytes. */
const MAX_SEED = 2_000_000

/** The viewer for diagram files, instead of their JSON. */
export const diagramFilePath: FileViewer = ({ containerId, title, mediaType }) => {
  const page = String(containerId)
  return isDiagramType(mediaType) ? diagramAddress(VIEWER_PATH, { pageId: page, ceoid: page, name: title }) : undefined
}

/** The viewer's screen; without script, a picture. */
export function viewerScreen(app: App): void {
  handleScreen(app, VIEWER_PATH, 'A diagram on the whole screen', async ({ ctx, query }) => {
    const requested = addressIn(query)
    const pageId = contentId.safeParse(requested.pageId)
    if (!pageId.success || requested.name === '' || requested.name.includes('\0')) {
      throw badRequest('ceoid, name: the page and the name of a diagram are required', { forPrograms: true })
    }
    const found = await requireDiagram(ctx, pageId.data, requested.name, requested.version)
    const drawing = await readerOf(ctx.app).draw(found.file, requested.page)
    const { width = 0, height = 0 } = drawing ?? {}
    const key = endpointKey(loadDiagram, {
      query: {
        pageId: requested.pageId,
        name: requested.name,
        ...(requested.version === undefined ? {} : { version: requested.version }),
      },
    })
    const back = /^\d+$/.test(requested.from) ? requested.from : String(found.owner.id)
    return {
      title: found.attachment.title,
      layout: 'bare',
      noscript: h(PictureView, {
        reader: readerFor(ctx),
        title: found.attachment.title,
        back,
        picture: {
          src: picturePath({
            attachmentId: found.attachment.id,
            version: found.file.number,
            page: requested.page,
            scale: 2,
          }),
          width: Math.round(width),
          height: Math.round(height),
        },
      }),
      queries: found.file.size > MAX_SEED ? [] : [{ key, data: await loadedDiagram(ctx, found) }],
    }
  })
  for (const path of OLD_PATHS) {
    handleScreen(app, path, 'Leads to the viewer of diagrams', ({ request }) => {
      const search = request.url.indexOf('?')
      return Answer.redirect(VIEWER_PATH + (search < 0 ? '' : request.url.slice(search)))
    })
  }
}
