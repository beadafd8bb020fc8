import type { ServerFeature } from '#platform/server/app.ts'
import de from '../i18n/de.json' with { type: 'json' }
import { setupGate } from './gate.ts'
import { setupRoutes } from './routes.ts'

/** The first start of a wiki. Must be listed right after accounts. */
export const setupFeature: ServerFeature = {
  name: 'setup',
  messages: { de },
  register(app) {
    setupGate(app)
    setupRoutes(app)
  },
}
