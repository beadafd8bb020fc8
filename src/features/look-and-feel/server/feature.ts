import type { ServerFeature } from '#platform/server/app.ts'
import { documentStyles } from '#platform/server/http/document.ts'
import { migrations } from './migrations.ts'
import { schemeRoutes } from './routes.ts'
import { documentStyle } from './style-sheet.ts'
import de from '../i18n/de.json' with { type: 'json' }

/** Colours that administrators give the wiki, and space administrators their space. */
export const lookAndFeelFeature: ServerFeature = {
  name: 'look-and-feel',
  messages: { de },
  migrations,
  register(app) {
    schemeRoutes(app)
    app.extensions.add(documentStyles, documentStyle)
  },
}
