import type { App, ServerFeature } from '#platform/server/app.ts'
import { NOTHING } from '#platform/server/http/expand.ts'
import { contentsById } from '#features/content-core/server/read.ts'
import { spaceExpansions } from '#features/spaces/server/index.ts'
import { contentExpansions } from './extension-points.ts'
import { contentRoutes } from './routes/content.ts'
import { convertRoutes } from './routes/convert.ts'
import { draftRoutes } from './routes/drafts.ts'
import { listRoutes } from './routes/lists.ts'
import { treeRoutes } from './routes/tree.ts'
import { versionRoutes } from './versions/routes.ts'
import { oembedRoute } from './view/link-preview.ts'
import { viewRoutes } from './view/routes.ts'
import { coreExpansions } from './wire/expansions.ts'
import { contentWire } from './wire/wire.ts'
import de from '../i18n/de.json' with { type: 'json' }
import en from '../i18n/en.json' with { type: 'json' }

/** Pages and blog posts over REST and on screen: calls, views, the tree, versions and drafts. */
export const contentFeature: ServerFeature = {
  name: 'content',
  messages: { de, en },
  register(app) {
    app.extensions.add(contentExpansions, ...coreExpansions)
    homePages(app)
    contentRoutes(app)
    treeRoutes(app)
    convertRoutes(app)
    versionRoutes(app)
    draftRoutes(app)
    listRoutes(app)
    viewRoutes(app)
    oembedRoute(app)
  },
}

/** The home page of a space, in the space's own wire shape. */
function homePages(app: App): void {
  app.extensions.add(spaceExpansions, {
    name: 'homepage',
    async load(ctx, spaces, expand) {
      const pages = await contentsById(
        ctx,
        spaces.flatMap(space => space.home_page_id ?? []),
      )
      const wires = await contentWire(ctx, pages, expand ?? NOTHING)
      const byId = new Map<number, unknown>(pages.map((page, index) => [page.id, wires[index]]))
      return new Map(
        spaces
          .filter(space => byId.has(space.home_page_id ?? 0))
          .map(space => [space.id, byId.get(space.home_page_id!)]),
      )
    },
  })
}
