import type { ServerFeature } from '#platform/server/app.ts'
import { approvalRoutes } from './approval.ts'
import { migrations } from './migrations.ts'
import { linkedAppRoutes } from './routes.ts'
import de from '../i18n/de.json' with { type: 'json' }

/** Applications that administrators link, which the wiki asks with the rights of users who have approved it. */
export const linkedAppsFeature: ServerFeature = {
  name: 'linked-apps',
  migrations,
  messages: { de },
  // Each user can approve again, and a backup holds no keys to another application's data.
  derived: { tables: ['linked_application_approval'], subscribers: [] },
  register(app) {
    linkedAppRoutes(app)
    approvalRoutes(app)
  },
}
