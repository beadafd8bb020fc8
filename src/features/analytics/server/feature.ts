import type { ServerFeature } from '#platform/server/app.ts'
import { documentMetas } from '#platform/server/http/document.ts'
import { pageParts, pageVisits } from '#features/content/server/index.ts'
import { PAGE_EDIT, PAGE_VIEW, RECORDING_META, VIEWERS_PART } from '../shared.ts'
import { migrations } from './migrations.ts'
import { recorderOf } from './recorder.ts'
import { analyticsRoutes } from './routes.ts'
import { mayRecord, optOut, recordingOn, refusesTracking, viewersShown } from './settings.ts'
import de from '../i18n/de.json' with { type: 'json' }

const EDITS: ReadonlySet<string> = new Set(['page.created', 'page.updated', 'blogpost.created', 'blogpost.updated'])

/** Records how the wiki is used, in its own database and nowhere else. */
export const analyticsFeature: ServerFeature = {
  name: 'analytics',
  messages: { de },
  migrations,
  // Rows of a large wiki.
  statistics: {
    analytics_event: {
      analytics_event_at: '1000000 1',
      analytics_event_content: '1000000 50 40 1',
      analytics_event_account: '1000000 1000',
    },
    analytics_page_day: {
      sqlite_autoindex_analytics_page_day_1: '500000 2000 1',
      analytics_page_day_content: '500000 10 1',
    },
  },
  register(app) {
    const recorder = recorderOf(app)
    app.extensions.add(documentMetas, ctx => (mayRecord(ctx) ? [{ name: RECORDING_META, content: 'on' }] : []))
    app.extensions.add(pageParts, { name: VIEWERS_PART, load: async () => app.settings.get(viewersShown) })
    app.extensions.add(pageVisits, (ctx, page, { headers }) => {
      if (page.status !== 'current' || !mayRecord(ctx) || refusesTracking(headers)) return
      recorder.note({ at: Date.now(), name: PAGE_VIEW, account_id: ctx.viewer.userId, content_id: page.id, data: null })
    })
    app.jobs.schedule('analytics.sum-up', '7 * * * *', () => recorder.sumUp(Date.now()))
    app.jobs.schedule('analytics.prune', '23 3 * * *', () => recorder.prune(Date.now()))
    analyticsRoutes(app)
  },
  async start(app) {
    app.events.subscribe({
      name: 'analytics',
      invalidates: () => false,
      handle: async (events, tx) => {
        if (!app.settings.get(recordingOn)) return
        const edits = events.filter(
          ({ kind, actorId, contentId }) =>
            EDITS.has(kind) && contentId !== null && (actorId === null || !app.settings.get(optOut(actorId))),
        )
        const records = edits.map(({ at, actorId, contentId }) => ({
          at,
          name: PAGE_EDIT,
          account_id: actorId,
          content_id: contentId,
          data: null,
        }))
        tx.afterCommit(() => recorderOf(app).note(...records))
      },
    })
  },
}
