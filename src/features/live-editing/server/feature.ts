import type { App, ServerFeature } from '#platform/server/app.ts'
import { backgroundWork } from '#platform/server/background-work.ts'
import { contentWriters, draftSources } from '#features/content-core/server/write.ts'
import { LIVE_PATH } from '../shared.ts'
import { liveEngine } from './loading.ts'
import { migrations } from './migrations.ts'
import { liveRoutes } from './routes.ts'
import { removeOldStates } from './states.ts'
import { synchronyCalls } from './synchrony.ts'
import { liveEditingSettings } from './settings.ts'
import { authorsOf, deleteDocument, documentRow, restingDocuments } from './store.ts'
import { publicationWriter } from './publications.ts'
import de from '../i18n/de.json' with { type: 'json' }

/** Documents without unpublished changes stay for this long, so that editors who were offline can be merged. */
const KEEP_MS = 30 * 24 * 3_600_000
const BATCH = 100

/** Several users write in one page or draft at the same time. */
export const liveEditingFeature: ServerFeature = {
  name: 'live-editing',
  migrations,
  messages: { de },
  settings: liveEditingSettings,
  register(app) {
    liveRoutes(app)
    synchronyCalls(app)
    const engine = liveEngine(app)
    app.http.webSockets.add(LIVE_PATH, async request => (await engine.load()).accept(app, request))
    app.extensions.add(contentWriters, publicationWriter)
    app.extensions.add(draftSources, {
      async bringUpToDate(_app, contentId) {
        const row = await documentRow(app.database.read, contentId)
        if (row && row.draft_seq < row.seq) await (await engine.load()).keepDrafts(app, contentId)
      },
      async dropped(ctx, contentId) {
        const authors = await authorsOf(app.database.read, contentId)
        // The changes of others cannot be told apart from the viewer's.
        if (authors.length > 0 && authors.every(author => author.account_id === ctx.viewer.userId))
          await (await engine.load()).discardDocument(ctx, contentId)
      },
    })
    app.jobs.schedule('live-editing.remove-documents', '41 3 * * *', running =>
      removeResting(running, Date.now() - KEEP_MS),
    )
    app.jobs.schedule('live-editing.remove-states', '51 3 * * *', removeOldStates)
    // Open connections would keep the server.
    app.http.fastify.addHook('preClose', () => engine.stop())
    app.extensions.add(backgroundWork, { idle: () => engine.idle(), stop: () => engine.stop() })
  },
}

async function removeResting(app: App, before: number): Promise<void> {
  for (;;) {
    const ids = await restingDocuments(app.database.read, before, BATCH)
    for (const id of ids) await app.database.transaction(tx => deleteDocument(tx, id), { invalidates: false })
    if (ids.length < BATCH) return
  }
}
