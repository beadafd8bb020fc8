import type { App } from '#platform/server/app.ts'
import { loadDiagram, openDiagramEditor, saveDiagram } from '../../contract.ts'
import { openedEditor } from '../editor.ts'
import { requireDiagram } from '../files.ts'
import { loadedDiagram } from '../loaded.ts'
import { storeDiagram } from '../save.ts'

/** Loading and saving documents, for editor and viewer. */
export function documentRoutes(app: App): void {
  app.http.handle(loadDiagram, async ({ ctx, query }) =>
    loadedDiagram(ctx, await requireDiagram(ctx, query.pageId, query.name, query.version)),
  )
  app.http.handle(openDiagramEditor, ({ ctx, query }) => openedEditor(ctx, query))
  app.http.handle(saveDiagram, ({ ctx, body }) => storeDiagram(ctx, body))
}
