import type { ServerFeature } from '#platform/server/app.ts'
import { pageMacros } from '#features/content-core/server/render.ts'
import { liveSearchMacro } from './macro.ts'
import de from '../i18n/de.json' with { type: 'json' }
import macrosDe from '../i18n/macros.de.json' with { type: 'json' }

/** Search boxes in pages. */
export const liveSearchFeature: ServerFeature = {
  name: 'live-search',
  messages: { de: { ...de, ...macrosDe } },
  register(app) {
    app.extensions.add(pageMacros, liveSearchMacro)
  },
}
