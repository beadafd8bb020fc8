import type { ServerFeature } from '#platform/server/app.ts'
import { pageParts } from '#features/content/server/index.ts'
import { pageChanges } from './page-changes.ts'
import { quickReloadRoute } from './routes.ts'
import { quickReloadSettings } from './settings.ts'
import de from '../i18n/de.json' with { type: 'json' }

/** Live updates: pages that are open learn what others change. */
export const quickReloadFeature: ServerFeature = {
  name: 'quick-reload',
  messages: { de },
  settings: quickReloadSettings,
  register(app) {
    // From where on the page asks. Data read after this may hold more; it is then reported once more, which does no
    // harm.
    app.extensions.add(pageParts, { name: 'quickReload', load: async () => pageChanges(app).position })
    quickReloadRoute(app)
  },
  async start(app) {
    app.http.fastify.addHook('onClose', () => pageChanges(app).stop())
    await pageChanges(app).start()
  },
}
