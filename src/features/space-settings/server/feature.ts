import type { ServerFeature } from '#platform/server/app.ts'
import { settingsScreens } from './screens.ts'
import de from '../i18n/de.json' with { type: 'json' }

/** The screens of a space's settings. Their calls belong to spaces, content and accounts. */
export const spaceSettingsFeature: ServerFeature = {
  name: 'space-settings',
  messages: { de },
  register: settingsScreens,
}
