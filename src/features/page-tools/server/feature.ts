import type { ServerFeature } from '#platform/server/app.ts'
import { pageMacros } from '#features/content-core/server/render.ts'
import { changeHistoryMacro } from './change-history.ts'
import { toolForms } from './forms.ts'
import { toolRoutes } from './routes.ts'
import { toolScreens } from './screens.ts'
import { sourceViews } from './source.ts'
import de from '../i18n/de.json' with { type: 'json' }
import macrosDe from '../i18n/macros.de.json' with { type: 'json' }

/** The screens around a page: history, comparison, information, source; moving, copying and deleting. */
export const pageToolsFeature: ServerFeature = {
  name: 'page-tools',
  messages: { de: { ...de, ...macrosDe } },
  register(app) {
    toolRoutes(app)
    toolScreens(app)
    toolForms(app)
    sourceViews(app)
    app.extensions.add(pageMacros, changeHistoryMacro)
  },
}
