import type { ServerFeature } from '#platform/server/app.ts'
import { setupGate } from './gate.ts'
import { setupRoutes } from './routes.ts'

/** The first start of a wiki. Must be listed right after accounts. */
export const setupFeature: ServerFeature = {
  name: 'setup',
  register(app) {
    setupGate(app)
    setupRoutes(app)
  },
}
