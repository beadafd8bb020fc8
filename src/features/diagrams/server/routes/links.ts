import type { App } from '#platform/server/app.ts'
import { notFound } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { handleScreen } from '#platform/server/http/screen.ts'
import { requireUse } from '#features/accounts/server/index.ts'
import { diagramLinkTargets } from '../../links-contract.ts'
import { diagramAddress, LINKED_DIAGRAM_PATH, VIEWER_PATH } from '../../names.ts'
import { diagramsById, pagesById } from '../links-store.ts'

/** Targets for links of shapes. */
export function linkRoutes(app: App): void {
  app.http.handle(diagramLinkTargets, async ({ ctx, query }) => {
    requireUse(ctx)
    const [pages, diagrams] = await Promise.all([pagesById(ctx, query.pages), diagramsById(ctx, query.diagrams)])
    return {
      pages: pages.map(page => ({ ...page, id: String(page.id) })),
      diagrams: diagrams.map(({ id, pageId, ...diagram }) => ({ ...diagram, id: String(id), pageId: String(pageId) })),
    }
  })
  handleScreen(
    app,
    LINKED_DIAGRAM_PATH,
    'Leads to the viewer of a diagram, by the id of its attachment',
    async call => {
      const [id = '', page] = [call.query['id'], call.query['page']].map(given => [given].flat()[0])
      const [diagram] = /^\d{1,15}$/.test(id) ? await diagramsById(call.ctx, [Number(id)]) : []
      if (!diagram) throw notFound('There is no diagram att{{id}}', { values: { id }, forPrograms: true })
      const owner = String(diagram.pageId)
      return Answer.redirect(
        diagramAddress(VIEWER_PATH, {
          pageId: owner,
          ceoid: owner,
          name: diagram.name,
          ...(page === undefined ? {} : { page }),
        }),
      )
    },
  )
}
