import type { ServerFeature } from '#platform/server/app.ts'
import { pageMacros } from '#features/content-core/server/render.ts'
import { propertiesReport } from './macro.ts'
import { pagePropertiesRoutes } from './routes.ts'
import de from '../i18n/de.json' with { type: 'json' }
import macrosDe from '../i18n/macros.de.json' with { type: 'json' }

/** Reports on what the `details` macros of pages say. */
export const pagePropertiesFeature: ServerFeature = {
  name: 'page-properties',
  messages: { de: { ...de, ...macrosDe } },
  register(app) {
    app.extensions.add(pageMacros, propertiesReport)
    pagePropertiesRoutes(app)
  },
}
