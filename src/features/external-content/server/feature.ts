import type { ServerFeature } from '#platform/server/app.ts'
import { pageMacros } from '#features/content-core/server/render.ts'
import { frameRoutes } from './frame-route.ts'
import { iframeMacro } from './iframe.ts'
import { rssMacro } from './rss.ts'
import { externalContentSettings } from './settings.ts'
import { titleRoute } from './titles.ts'
import { widgetMacro } from './widget.ts'
import de from '../i18n/de.json' with { type: 'json' }
import macrosDe from '../i18n/macros.de.json' with { type: 'json' }

/** Content of other sites in pages. */
export const externalContentFeature: ServerFeature = {
  name: 'external-content',
  messages: { de: { ...de, ...macrosDe } },
  settings: externalContentSettings,
  register(app) {
    app.extensions.add(pageMacros, iframeMacro, rssMacro, widgetMacro)
    frameRoutes(app)
    titleRoute(app)
  },
}
