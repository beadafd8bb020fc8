import type { App } from '#platform/server/app.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import { requireContent } from '#features/content-core/server/policies.ts'
import { contentPath } from '#features/content-core/server/read.ts'
import { spacesById } from '#features/spaces/server/index.ts'
import { diagramUses, restoreDiagram } from '../../versions-contract.ts'
import { requireDiagram } from '../files.ts'
import { pagesShowing } from '../references-store.ts'
import { restore } from '../restore.ts'

/** Pages that show diagrams, and older versions of diagrams. */
export function versionRoutes(app: App): void {
  app.http.handle(restoreDiagram, ({ ctx, body }) => restore(ctx, body))

  app.http.handle(diagramUses, async ({ ctx, query, request }) => {
    const owner = await requireContent(ctx, query.pageId)
    const name =
      query.name === undefined ? undefined : (await requireDiagram(ctx, owner.id, query.name)).attachment.title
    const shown = pageOf(request, app, query, await pagesShowing(ctx, { ownerId: owner.id, name }, query))
    const spaces = await spacesById(
      app,
      shown.results.map(({ page }) => page.space_id),
    )
    const results = shown.results.map(({ page, pinned, latest }) => {
      const { key = '', name: spaceName = '' } = spaces.get(page.space_id) ?? {}
      return {
        id: String(page.id),
        title: page.title,
        url: contentPath(page, key),
        space: { key, name: spaceName },
        pinned,
        latest,
      }
    })
    return { ...shown, results }
  })
}
