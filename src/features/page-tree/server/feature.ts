import type { ServerFeature } from '#platform/server/app.ts'
import { pageMacros } from '#features/content-core/server/render.ts'
import { pageTreeMacro, pageTreeSearchMacro } from './macro.ts'
import { pageTreeRoutes } from './routes.ts'
import de from '../i18n/de.json' with { type: 'json' }
import macrosDe from '../i18n/macros.de.json' with { type: 'json' }

/** The tree of pages in a page: its macros, and the calls that it makes. */
export const pageTreeFeature: ServerFeature = {
  name: 'page-tree',
  messages: { de: { ...de, ...macrosDe } },
  register(app) {
    app.extensions.add(pageMacros, pageTreeMacro, pageTreeSearchMacro)
    pageTreeRoutes(app)
  },
}
