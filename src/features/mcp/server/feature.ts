import type { ServerFeature } from '#platform/server/app.ts'
import { mcpRoutes } from './routes.ts'
import { mcpSettings } from './settings.ts'
import de from '../i18n/de.json' with { type: 'json' }

/** The Model Context Protocol, by which agents read and change pages as their user may. */
export const mcpFeature: ServerFeature = {
  name: 'mcp',
  messages: { de },
  settings: mcpSettings,
  register: mcpRoutes,
}
