import type { ServerFeature } from '#platform/server/app.ts'
import { externalUsers, quickSearch, siteTitle } from '#platform/server/http/document.ts'
import { browserLanguage, siteLanguage } from '#platform/server/language.ts'
import { adminRoutes } from './routes.ts'
import { adminScreens } from './screens.ts'
import { tellMemory } from './system.ts'
import de from '../i18n/de.json' with { type: 'json' }
import en from '../i18n/en.json' with { type: 'json' }

/** The administration of the wiki: its screens, settings of the whole, and how it is doing. */
export const adminFeature: ServerFeature = {
  name: 'admin',
  messages: { de, en },
  // Those of the platform.
  settings: [siteTitle, quickSearch, siteLanguage, browserLanguage, externalUsers],
  register(app) {
    tellMemory(app)
    adminRoutes(app)
    adminScreens(app)
  },
}
