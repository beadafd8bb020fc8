import type { ServerFeature } from '#platform/server/app.ts'
import { migrations } from './migrations.ts'
import { appSwitcherRoutes } from './routes.ts'
import de from '../i18n/de.json' with { type: 'json' }

/** The app switcher: linked applications and shortcuts of the wiki and of each space. */
export const appSwitcherFeature: ServerFeature = {
  name: 'app-switcher',
  migrations,
  messages: { de },
  register: appSwitcherRoutes,
}
