import type { ServerFeature } from '#platform/server/app.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import { getPageHead, getPageInformation, listHistory, listLinks } from '../contract.ts'
import { pageHistory, pageInformation } from './facts.ts'
import { toolForms } from './forms.ts'
import { loadPageHead, requirePage } from './head.ts'
import { incomingLinks, outgoingLinks } from './links.ts'
import { toolScreens } from './screens.ts'
import { sourceViews } from './source.ts'
import de from '../i18n/de.json' with { type: 'json' }

export { toolDocument, type ToolScreen } from './document.ts'
export { requirePage } from './head.ts'
export { listOf, seededPages } from './lists.ts'

/** The screens around a page: history, comparison, information, source; moving, copying and deleting. */
export const pageToolsFeature: ServerFeature = {
  name: 'page-tools',
  messages: { de },
  register(app) {
    const { http } = app
    http.handle(getPageHead, async ({ ctx, params }) => loadPageHead(ctx, await requirePage(ctx, params.id)))
    http.handle(listHistory, async ({ ctx, params, query, request }) =>
      pageOf(request, ctx.app, query, await pageHistory(ctx, await requirePage(ctx, params.id), query)))
    http.handle(getPageInformation, async ({ ctx, params }) => pageInformation(ctx, await requirePage(ctx, params.id)))
    http.handle(listLinks, async ({ ctx, params, query, request }) => {
      const row = await requirePage(ctx, params.id)
      const rows = query.direction === 'incoming' ? await incomingLinks(ctx, row, query) : await outgoingLinks(ctx, row, query)
      return pageOf(request, ctx.app, query, rows)
    })
    toolScreens(app)
    toolForms(app)
    sourceViews(app)
  },
}
