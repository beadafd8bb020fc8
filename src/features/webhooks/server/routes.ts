import type { App } from '#platform/server/app.ts'
import { Answer } from '#platform/server/http/http.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import { allowedHosts } from '#platform/server/outgoing.ts'
import { requireAdministrator, requireElevatedAdministrator } from '#features/accounts/server/index.ts'
import * as contract from '../contract.ts'
import { sendTest } from './deliver.ts'
import { changeWebhook, registerWebhook, unregisterWebhook } from './service.ts'
import { findWebhooks, historyOf, latestOf, requireWebhook, type WebhookRow } from './store.ts'
import { eventsOf, webhookView } from './wire.ts'

/** Calls for administrators: registering webhooks, and what became of their messages. */
export function webhookRoutes(app: App): void {
  registration(app)
  hosts(app)
  reports(app)
}

function registration({ http, database: { read } }: App): void {
  const withHistory = async (row: WebhookRow, statistics: boolean) =>
    webhookView(row, statistics ? await historyOf(read, row) : undefined)
  http.handle(contract.findWebhooks, async ({ ctx, query, request }) => {
    requireAdministrator(ctx)
    const page = pageOf(request, ctx.app, query, await findWebhooks(read, query))
    const results: contract.Webhook[] = []
    for (const row of page.results) results.push(await withHistory(row, query.statistics))
    return { ...page, results }
  })
  http.handle(contract.createWebhook, async ({ ctx, body }) => {
    await requireElevatedAdministrator(ctx)
    return webhookView(await registerWebhook(ctx, body))
  })
  http.handle(contract.getWebhook, async ({ ctx, params, query }) => {
    requireAdministrator(ctx)
    return withHistory(await requireWebhook(read, params.webhookId), query.statistics)
  })
  http.handle(contract.updateWebhook, async ({ ctx, params, body }) => {
    await requireElevatedAdministrator(ctx)
    return webhookView(await changeWebhook(ctx, params.webhookId, body))
  })
  http.handle(contract.deleteWebhook, async ({ ctx, params }) => {
    await requireElevatedAdministrator(ctx)
    await unregisterWebhook(ctx, params.webhookId)
    return Answer.empty()
  })
  http.handle(contract.testWebhook, async ({ ctx, query, request }) => {
    await requireElevatedAdministrator(ctx)
    return sendTest(ctx.app, query.url, request.id)
  })
}

/** Hosts of the own network that the wiki may call. */
function hosts({ http, database, settings }: App): void {
  http.handle(contract.getAllowedHosts, ({ ctx }) => {
    requireAdministrator(ctx)
    return { hosts: settings.get(allowedHosts) }
  })
  http.handle(contract.setAllowedHosts, async ({ ctx, body }) => {
    await requireElevatedAdministrator(ctx)
    await database.transaction(tx => settings.set(tx, allowedHosts, body.hosts, ctx.viewer.userId))
    return { hosts: settings.get(allowedHosts) }
  })
}

/** Reports of deliveries. */
function reports({ http, database: { read } }: App): void {
  http.handle(contract.latestInvocation, async ({ ctx, params, query }) => {
    requireAdministrator(ctx)
    const row = await requireWebhook(read, params.webhookId)
    const latest = await latestOf(read, row, { event: query.event, outcomes: query.outcomes ?? query.outcome })
    return latest ?? Answer.empty()
  })
  http.handle(contract.invocationStatistics, async ({ ctx, params, query }) => {
    requireAdministrator(ctx)
    return historyOf(read, await requireWebhook(read, params.webhookId), query.event)
  })
  http.handle(contract.statisticsSummary, async ({ ctx, params }) => {
    requireAdministrator(ctx)
    const row = await requireWebhook(read, params.webhookId)
    const summary: Record<string, contract.InvocationHistory> = {}
    for (const event of eventsOf(row)) summary[event] = await historyOf(read, row, event)
    return summary
  })
}
