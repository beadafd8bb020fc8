import type { ServerFeature } from '#platform/server/app.ts'
import { ATTEMPTS, deliver, DELIVER_JOB, queueMessages } from './deliver.ts'
import { migrations } from './migrations.ts'
import { webhookRoutes } from './routes.ts'
import { deleteInvocations } from './store.ts'
import de from '../i18n/de.json' with { type: 'json' }

/** Retention of delivery attempts. */
const KEEP_MS = 30 * 24 * 60 * 60 * 1000

/** Webhooks: notifies programs elsewhere of what happens in the wiki. Administrators alone register whom. */
export const webhooksFeature: ServerFeature = {
  name: 'webhooks',
  messages: { de },
  migrations,
  register(app) {
    app.jobs.define({ kind: DELIVER_JOB, class: 'deliveries', attempts: ATTEMPTS, run: deliver })
    app.jobs.schedule('webhooks.prune', '53 3 * * *', ({ database }) =>
      deleteInvocations(database, Date.now() - KEEP_MS),
    )
    webhookRoutes(app)
  },
  async start(app) {
    app.events.subscribe({
      name: 'webhooks',
      invalidates: () => false,
      handle: (events, tx) => queueMessages(app, tx, events),
    })
  },
}
