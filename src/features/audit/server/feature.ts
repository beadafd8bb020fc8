import type { ServerFeature } from '#platform/server/app.ts'
import { migrations } from './migrations.ts'
import { recordsOf } from './record.ts'
import { prune } from './retention.ts'
import { auditRoutes } from './routes.ts'
import { insertRecords } from './store.ts'

/**
 * Changes of users, groups, permissions, spaces and settings: from the event log with their authors, kept for years.
 */
export const auditFeature: ServerFeature = {
  name: 'audit',
  migrations,
  register(app) {
    auditRoutes(app)
    app.jobs.schedule('audit.prune', '41 3 * * *', prune)
  },
  async start(app) {
    app.events.subscribe({
      name: 'audit',
      invalidates: () => false,
      handle: async (events, tx) => insertRecords(tx, await recordsOf(tx, events)),
    })
  },
}
