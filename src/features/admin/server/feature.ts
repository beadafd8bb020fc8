import type { ServerFeature } from '#platform/server/app.ts'
import { adminRoutes } from './routes.ts'
import { adminScreens } from './screens.ts'
import { tellMemory } from './system.ts'
import de from '../i18n/de.json' with { type: 'json' }
import en from '../i18n/en.json' with { type: 'json' }

/** The administration of the wiki: its screens, settings of the whole, and how it is doing. */
export const adminFeature: ServerFeature = {
  name: 'admin',
  messages: { de, en },
  register(app) {
    tellMemory(app)
    adminRoutes(app)
    adminScreens(app)
  },
}
