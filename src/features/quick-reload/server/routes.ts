import type { App } from '#platform/server/app.ts'
import { notFound } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { requireUse } from '#features/accounts/server/index.ts'
import { requireContent } from '#features/content-core/server/policies.ts'
import { quickReload } from '../contract.ts'
import { NO_PAGE } from '../shared.ts'
import { pageChanges } from './page-changes.ts'
import { newsOf } from './service.ts'
import { liveUpdates } from './settings.ts'

/** The call by which open pages ask what happened. Where nothing did, it asks the database for the permission alone. */
export function quickReloadRoute(app: App): void {
  app.http.handle(quickReload, async ({ ctx, params, query }) => {
    // Pages stop asking when they get this.
    if (!app.settings.get(liveUpdates)) throw notFound('Live updates are switched off in this wiki')
    requireUse(ctx)
    const page = params.pageId === Number(NO_PAGE) ? undefined : await requireContent(ctx, params.pageId)
    const changes = pageChanges(app)
    await changes.current()
    const known = { event: query.event, time: query.since }
    const since = changes.since(params.pageId, known)
    if (since !== 'unknown' && since.happened.length === 0 && !changes.settingsChanged(known)) return Answer.empty(204)
    return newsOf(ctx, page, since)
  })
}
