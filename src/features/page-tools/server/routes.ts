import type { App } from '#platform/server/app.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import { getPageHead, getPageInformation, listHistory, listLinks } from '../contract.ts'
import { pageHistory, pageInformation } from './facts.ts'
import { loadPageHead, requirePage } from './head.ts'
import { incomingLinks, outgoingLinks } from './links.ts'

/** Calls of the screens besides the page itself. */
export function toolRoutes({ http }: App): void {
  http.handle(getPageHead, async ({ ctx, params }) => loadPageHead(ctx, await requirePage(ctx, params.id)))
  http.handle(listHistory, async ({ ctx, params, query, request }) =>
    pageOf(request, ctx.app, query, await pageHistory(ctx, await requirePage(ctx, params.id), query)),
  )
  http.handle(getPageInformation, async ({ ctx, params }) => pageInformation(ctx, await requirePage(ctx, params.id)))
  http.handle(listLinks, async ({ ctx, params, query, request }) => {
    const row = await requirePage(ctx, params.id)
    const rows =
      query.direction === 'incoming' ? await incomingLinks(ctx, row, query) : await outgoingLinks(ctx, row, query)
    return pageOf(request, ctx.app, query, rows)
  })
}
