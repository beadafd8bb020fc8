import { sql } from 'kysely'
import type { App, ServerFeature } from '#platform/server/app.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import { requireAdministrator, requireElevatedAdministrator } from '#features/accounts/server/index.ts'
import {
  createWebhook, deleteWebhook, findWebhooks, getAllowedHosts, getWebhook, invocationStatistics, latestInvocation, setAllowedHosts,
  statisticsSummary, testWebhook, updateWebhook, type InvocationHistory, type Webhook,
} from '../contract.ts'
import { allowedHosts, ATTEMPTS, deliver, DELIVER_JOB, queueMessages, sendTest } from './deliver.ts'
import { migrations } from './migrations.ts'
import { eventsOf, historyOf, latestOf, requireWebhook, webhookView } from './store.ts'
import './tables.ts'

const MAX_WEBHOOKS = 100
/** How long it is kept what became of a message. */
const KEEP_MS = 30 * 24 * 60 * 60 * 1000
const BATCH = 500

/** Tells programs elsewhere of what happens in the wiki. Administrators alone register whom. */
export const webhooksFeature: ServerFeature = {
  name: 'webhooks',
  migrations,
  register(app) {
    app.jobs.define({ kind: DELIVER_JOB, attempts: ATTEMPTS, run: deliver })
    app.jobs.schedule('webhooks.prune', '53 3 * * *', prune)
    registration(app)
    reports(app)
  },
  async start(app) {
    app.events.subscribe({ name: 'webhooks', handle: (events, tx) => queueMessages(app, tx, events) })
  },
}

function registration(app: App): void {
  const { http, database } = app
  http.handle(findWebhooks, async ({ ctx, query, request }) => {
    requireAdministrator(ctx)
    let select = database.read.selectFrom('webhook').selectAll()
    for (const name of query.event ?? []) select = select.where(sql<boolean>`events like ${`%"${name.replaceAll('_', '\\_')}"%`} escape '\\'`)
    const rows = await select.orderBy('id').offset(query.start).limit(query.limit + 1).execute()
    const page = pageOf(request, app, query, rows)
    const results: Webhook[] = []
    for (const row of page.results) results.push(webhookView(row, query.statistics ? await historyOf(database.read, row) : undefined))
    return { ...page, results }
  })

  http.handle(createWebhook, async ({ ctx, body }) => {
    await requireElevatedAdministrator(ctx)
    const at = Date.now()
    return database.transaction(async tx => {
      const { number } = await tx.db.selectFrom('webhook').select(({ fn }) => fn.countAll<number>().as('number')).executeTakeFirstOrThrow()
      if (Number(number) >= MAX_WEBHOOKS) {
        throw badRequest('At most {{most}} webhooks can be registered: remove one first', {
          values: { most: MAX_WEBHOOKS },
        })
      }
      const row = await tx.db.insertInto('webhook').values({
        name: body.name, url: body.url, events: JSON.stringify(body.events), active: body.active ? 1 : 0,
        secret: body.configuration.secret ?? '', created_at: at, updated_at: at,
      }).returningAll().executeTakeFirstOrThrow()
      tx.append({ kind: 'webhook.created', actorId: ctx.viewer.userId, data: { webhookId: row.id, name: row.name } })
      return webhookView(row)
    })
  })

  http.handle(getWebhook, async ({ ctx, params, query }) => {
    requireAdministrator(ctx)
    const row = await requireWebhook(database.read, params.webhookId)
    return webhookView(row, query.statistics ? await historyOf(database.read, row) : undefined)
  })

  http.handle(updateWebhook, async ({ ctx, params, body }) => {
    await requireElevatedAdministrator(ctx)
    return database.transaction(async tx => {
      const before = await requireWebhook(tx.db, params.webhookId)
      const { secret } = body.configuration
      const row = await tx.db.updateTable('webhook').set({
        name: body.name, url: body.url, events: JSON.stringify(body.events), active: body.active ? 1 : 0, updated_at: Date.now(),
        ...(secret === undefined ? {} : { secret }),
      }).where('id', '=', before.id).returningAll().executeTakeFirstOrThrow()
      tx.append({ kind: 'webhook.updated', actorId: ctx.viewer.userId, data: { webhookId: row.id, name: row.name } })
      return webhookView(row)
    })
  })

  http.handle(deleteWebhook, async ({ ctx, params }) => {
    await requireElevatedAdministrator(ctx)
    await database.transaction(async tx => {
      const row = await requireWebhook(tx.db, params.webhookId)
      await tx.db.deleteFrom('webhook').where('id', '=', row.id).execute()
      tx.append({ kind: 'webhook.deleted', actorId: ctx.viewer.userId, data: { webhookId: row.id, name: row.name } })
    })
    return Answer.empty()
  })

  http.handle(testWebhook, async ({ ctx, query }) => {
    await requireElevatedAdministrator(ctx)
    return sendTest(app, query.url, ctx.requestId)
  })

  http.handle(getAllowedHosts, ({ ctx }) => {
    requireAdministrator(ctx)
    return { hosts: app.settings.get(allowedHosts) }
  })
  http.handle(setAllowedHosts, async ({ ctx, body }) => {
    await requireElevatedAdministrator(ctx)
    await database.transaction(tx => app.settings.set(tx, allowedHosts, body.hosts, ctx.viewer.userId))
    return { hosts: app.settings.get(allowedHosts) }
  })
}

/** What became of messages. */
function reports({ http, database: { read } }: App): void {
  http.handle(latestInvocation, async ({ ctx, params, query }) => {
    requireAdministrator(ctx)
    const row = await requireWebhook(read, params.webhookId)
    const latest = await latestOf(read, row, { event: query.event, outcomes: query.outcomes ?? query.outcome })
    return latest ?? Answer.empty()
  })
  http.handle(invocationStatistics, async ({ ctx, params, query }) => {
    requireAdministrator(ctx)
    return historyOf(read, await requireWebhook(read, params.webhookId), query.event)
  })
  http.handle(statisticsSummary, async ({ ctx, params }) => {
    requireAdministrator(ctx)
    const row = await requireWebhook(read, params.webhookId)
    const summary: Record<string, InvocationHistory> = {}
    for (const event of eventsOf(row)) summary[event] = await historyOf(read, row, event)
    return summary
  })
}

async function prune({ database }: App): Promise<void> {
  for (let gone = 1n; gone > 0n;) {
    const result = await database.transaction(({ db }) => db.deleteFrom('webhook_invocation').where('id', 'in', eb => eb
      .selectFrom('webhook_invocation').select('id').where('started_at', '<', Date.now() - KEEP_MS).limit(BATCH)).executeTakeFirst())
    gone = result.numDeletedRows
  }
}
