import type { ServerFeature } from '#platform/server/app.ts'
import { ensureServerId } from './identity.ts'
import { polledCalls } from './polled.ts'
import { programFacts } from './program-facts.ts'
import { siteInfoRoutes } from './routes.ts'

/** The wiki's reports of itself, and calls that old front ends make beside their work. */
export const siteInfoFeature: ServerFeature = {
  name: 'site-info',
  register(app) {
    siteInfoRoutes(app)
    programFacts(app)
    polledCalls(app)
  },
  start: ensureServerId,
}
