import type { ServerFeature } from '#platform/server/app.ts'
import { pageVisits } from '#features/content/server/index.ts'
import { migrations } from './migrations.ts'
import { visitRoutes } from './routes.ts'
import { Visits } from './visits.ts'
import de from '../i18n/de.json' with { type: 'json' }

/** Pages that each user opened lately. */
export const recentlyViewedFeature: ServerFeature = {
  name: 'recently-viewed',
  messages: { de },
  migrations,
  register(app) {
    const visits = new Visits(app)
    app.extensions.add(pageVisits, (ctx, row) => {
      if (ctx.viewer.userId !== null && row.status === 'current') visits.note(ctx.viewer.userId, row.id)
    })
    visitRoutes(app, visits)
  },
}
