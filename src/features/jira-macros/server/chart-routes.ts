import { settle } from '#language/index.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { badRequest, notFound } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { readerOf } from '#platform/server/http/view.ts'
import { requireUse } from '#features/accounts/server/index.ts'
import { requireContent } from '#features/content-core/server/policies.ts'
import { getChart, showMore } from '../contract.ts'
import { conditionsOf } from '../jql.ts'
import { accessesOf, chosenAccess } from './access.ts'
import { chartOf, chartQuery, type ChartQuery } from './chart-data.ts'
import { chartFailure, chartIn, chartInMarkup, moreOf } from './chart-macro.ts'
import { NO_STORE, requireProof } from './retriever.ts'

/** Calls by which pages ask for the numbers of charts. @param limit counts a call of the reader */
export function chartRoutes({ http }: App, limit: (ctx: Context, ip: string) => void): void {
  http.handle(getChart, async ({ ctx, query: { appId, query, proof }, request }) => {
    requireUse(ctx)
    limit(ctx, request.ip)
    const access = (await accessesOf(ctx)).find(({ application }) => application.id === appId)
    if (!access) throw notFound('This application is not linked any more')
    const asked = queryIn(query)
    requireProof(ctx, access, proof === undefined ? [] : [proof], [conditionsOf(asked.jql)])
    const outcome = await chartOf(ctx.app, access, asked, readerOf(ctx)).answer
    if ('error' in outcome) throw chartFailure(outcome.error)
    return Answer.json(outcome.value, 200, NO_STORE)
  })
  http.handle(showMore, async ({ ctx, body: { pageId, wikiMarkup, isShowMore, proof }, request }) => {
    requireUse(ctx)
    limit(ctx, request.ip)
    if (pageId !== '-1') await requireContent(ctx, pageId)
    const macro = chartInMarkup(wikiMarkup)
    const chart = chartIn(macro)
    if (!chart) throw badRequest('has no search of Jira', { field: 'wikiMarkup' })
    const { server, serverId } = macro.parameters
    const access = chosenAccess(await accessesOf(ctx), { server, serverId, url: chart.url })
    if (!access) throw notFound('This application is not linked any more')
    requireProof(ctx, access, proof === undefined ? [] : [proof], [conditionsOf(chart.query.jql)])
    return Answer.html(await settle(await moreOf(ctx, access, chart.query, isShowMore)), 200, NO_STORE)
  })
}

function queryIn(text: string): ChartQuery {
  try {
    const { data } = chartQuery.safeParse(JSON.parse(text))
    if (data) return data
  } catch {
    // Not JSON: the same as a query without its parts.
  }
  throw badRequest('is not a chart', { field: 'query', forPrograms: true })
}
