import { randomBytes } from 'node:crypto'
import type { ServerFeature } from '#platform/server/app.ts'
import { pageMacros } from '#features/content-core/server/render.ts'
import { jiraChartMacro } from './chart-macro.ts'
import { jiraMacro } from './macros.ts'
import { proofKey } from './proof.ts'
import { jiraMacroRoutes } from './routes.ts'
import de from '../i18n/de.json' with { type: 'json' }
import en from '../i18n/en.json' with { type: 'json' }
import macrosDe from '../i18n/macros.de.json' with { type: 'json' }

/** Issues of linked Jira sites in pages. */
export const jiraMacrosFeature: ServerFeature = {
  name: 'jira-macros',
  messages: { de: { ...de, ...macrosDe }, en },
  register(app) {
    app.extensions.add(pageMacros, jiraMacro, jiraChartMacro)
    jiraMacroRoutes(app)
  },
  async start(app) {
    if (app.settings.get(proofKey) === '') await app.settings.ensure(proofKey, randomBytes(32).toString('base64'))
  },
}
