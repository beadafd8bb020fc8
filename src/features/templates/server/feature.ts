import type { ServerFeature } from '#platform/server/app.ts'
import { pageMacros } from '#features/content-core/server/render.ts'
import { createFromTemplate } from './macro.ts'
import { migrations } from './migrations.ts'
import { templateRoutes } from './routes.ts'
import { templateScreens } from './screens.ts'
import de from '../i18n/de.json' with { type: 'json' }
import macrosDe from '../i18n/macros.de.json' with { type: 'json' }

/** Page templates of the site and of spaces, and blueprints: pages begin from them. */
export const templatesFeature: ServerFeature = {
  name: 'templates',
  messages: { de: { ...de, ...macrosDe } },
  migrations,
  register(app) {
    app.extensions.add(pageMacros, createFromTemplate)
    templateRoutes(app)
    templateScreens(app)
  },
}
