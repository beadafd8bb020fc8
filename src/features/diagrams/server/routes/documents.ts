import type { App } from '#platform/server/app.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import { requireUse } from '#features/accounts/server/index.ts'
import { requireContent } from '#features/content-core/server/policies.ts'
import { findDiagrams as findDiagramsCall, loadDiagram, openDiagramEditor, saveDiagram } from '../../contract.ts'
import { openedEditor } from '../editor.ts'
import { findDiagrams } from '../store.ts'
import { requireDiagram } from '../files.ts'
import { loadedDiagram } from '../loaded.ts'
import { saveLiveDiagram } from '../../live-contract.ts'
import { addDiagramPages } from '../../pages-contract.ts'
import { addPages } from '../add-pages.ts'
import { storeDiagram } from '../save.ts'

/** Loading and saving documents, for editor and viewer. */
export function documentRoutes(app: App): void {
  app.http.handle(loadDiagram, async ({ ctx, query }) =>
    loadedDiagram(ctx, await requireDiagram(ctx, query.pageId, query.name, query.version)),
  )
  app.http.handle(findDiagramsCall, async ({ ctx, query, request }) => {
    requireUse(ctx)
    if (query.pageId !== undefined) await requireContent(ctx, query.pageId)
    const words = query.words.split(/\s+/).filter(word => word !== '')
    const rows = await findDiagrams(ctx, { ...query, words })
    return pageOf(
      request,
      app,
      query,
      rows.map(({ attachmentId, name, version, pageId, pageTitle, spaceKey, spaceName }) => ({
        attachmentId: String(attachmentId),
        name,
        version,
        pageId: String(pageId),
        pageTitle,
        space: { key: spaceKey, name: spaceName },
      })),
    )
  })
  app.http.handle(openDiagramEditor, ({ ctx, query }) => openedEditor(ctx, query))
  app.http.handle(addDiagramPages, ({ ctx, params, body }) => addPages(ctx, params.attachmentId, body.document))
  app.http.handle(saveDiagram, ({ ctx, body }) => storeDiagram(ctx, body))
  app.http.handle(saveLiveDiagram, async ({ ctx, params, body }) => {
    const { saveLive } = await import('../live-diagrams.ts')
    return saveLive(ctx, params.attachmentId, body)
  })
}
