import type { ServerFeature } from '#platform/server/app.ts'
import { pageMacros } from '#features/content-core/server/render.ts'
import { chartMacro } from './chart.ts'
import { tableFilter } from './filter.ts'
import de from '../i18n/de.json' with { type: 'json' }
import macrosDe from '../i18n/macros.de.json' with { type: 'json' }

/** Macros that show the tables of their body in another way. */
export const tableMacrosFeature: ServerFeature = {
  name: 'table-macros',
  messages: { de: { ...de, ...macrosDe } },
  register(app) {
    app.extensions.add(pageMacros, chartMacro, tableFilter)
  },
}
