import type { ServerFeature } from '#platform/server/app.ts'
import { pageParts } from '#features/content/server/index.ts'
import { migrations } from './migrations.ts'
import { watchRoutes } from './routes.ts'
import { watchSearch } from './search.ts'
import { watchesOn } from './store.ts'
import { watchStateOf } from './watch-state.ts'
import de from '../i18n/de.json' with { type: 'json' }

/** Watches on pages, posts and spaces. */
export const watchesFeature: ServerFeature = {
  name: 'watches',
  messages: { de },
  migrations,
  register(app) {
    watchRoutes(app)
    app.extensions.add(pageParts, {
      name: 'watch',
      count: watchesOn,
      load: async (ctx, row, count) => (ctx.viewer.userId === null ? null : watchStateOf(ctx, row, count > 0)),
    })
    watchSearch(app)
  },
}
