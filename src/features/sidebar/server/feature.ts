import type { ServerFeature } from '#platform/server/app.ts'
import { sidebarParts } from '#features/content/server/index.ts'
import { spaceCreationSteps } from '#features/spaces/server/index.ts'
import { indexPageFollowers } from '#features/templates/server/index.ts'
import { linkIndexPage } from './links.ts'
import { migrations } from './migrations.ts'
import { sidebarPart } from './part.ts'
import { sidebarRoutes } from './routes.ts'
import { sidebarScreens } from './screens.ts'
import { insertMainLinks } from './store.ts'
import de from '../i18n/de.json' with { type: 'json' }

/** The sidebar of a space: its links and options, child pages, and the blog's tree. The page tree is content's. */
export const sidebarFeature: ServerFeature = {
  name: 'sidebar',
  messages: { de },
  migrations,
  register(app) {
    app.extensions.add(spaceCreationSteps, (tx, _ctx, space) => insertMainLinks(tx, space.id))
    app.extensions.add(sidebarParts, sidebarPart)
    app.extensions.add(indexPageFollowers, linkIndexPage)
    sidebarRoutes(app)
    sidebarScreens(app)
  },
}
