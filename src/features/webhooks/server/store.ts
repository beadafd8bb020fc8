import type { Selectable } from 'kysely'
import type { Queries } from '#platform/server/database/index.ts'
import { notFound } from '#platform/server/http/errors.ts'
import type { Invocation, InvocationHistory, Outcome, Webhook } from '../contract.ts'
import type { InvocationTable, WebhookTable } from './tables.ts'

export type WebhookRow = Selectable<WebhookTable>
type InvocationRow = Selectable<InvocationTable>
type Reader = Pick<Queries, 'selectFrom'>

/** Counts are of the messages of this long. */
const WINDOW_MS = 24 * 60 * 60 * 1000

/** @throws HttpError 404 */
export async function requireWebhook(db: Reader, id: number): Promise<WebhookRow> {
  const row = await db.selectFrom('webhook').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('No webhook found with id {{id}}', { values: { id }, forPrograms: true })
  return row
}

/** Names of the events that a webhook listens to. */
export function eventsOf(row: Pick<WebhookRow, 'events'>): string[] {
  return JSON.parse(row.events) as string[]
}

/** The shape of a webhook; the secret never leaves the database. */
export function webhookView(row: WebhookRow, statistics?: InvocationHistory): Webhook {
  return {
    id: row.id, name: row.name, url: row.url, events: eventsOf(row), active: row.active === 1, createdDate: row.created_at,
    updatedDate: row.updated_at, scopeType: 'global', configuration: { hasSecret: row.secret !== '' }, ...(statistics ? { statistics } : {}),
  }
}

/** What became of a message, as answers carry it. */
export function invocationView(row: Omit<InvocationRow, 'webhook_id'>, url: string): Invocation {
  return {
    id: String(row.id), event: row.event, start: row.started_at, finish: row.finished_at, duration: row.finished_at - row.started_at,
    request: { method: 'POST', url, body: row.request_body },
    result: {
      outcome: row.outcome, description: row.description,
      ...(row.status === null ? {} : { responseStatus: row.status, responseBody: row.response_body }),
    },
  }
}

/** The last message of a webhook, of one event and of some outcomes where these are given. */
export async function latestOf(
  db: Reader, row: WebhookRow, filter: { event?: string | undefined; outcomes?: readonly Outcome[] | undefined },
): Promise<Invocation | null> {
  let query = db.selectFrom('webhook_invocation').selectAll().where('webhook_id', '=', row.id)
  if (filter.event !== undefined) query = query.where('event', '=', filter.event)
  if (filter.outcomes && filter.outcomes.length > 0) query = query.where('outcome', 'in', [...filter.outcomes])
  const found = await query.orderBy('id', 'desc').limit(1).executeTakeFirst()
  return found ? invocationView(found, row.url) : null
}

/** How the messages of a webhook fared: the last of each outcome, and how many of each in the last day. */
export async function historyOf(db: Reader, row: WebhookRow, event?: string): Promise<InvocationHistory> {
  const start = Date.now() - WINDOW_MS
  let counts = db.selectFrom('webhook_invocation').select(['outcome', ({ fn }) => fn.countAll<number>().as('number')])
    .where('webhook_id', '=', row.id).where('started_at', '>=', start)
  if (event !== undefined) counts = counts.where('event', '=', event)
  const counted = new Map((await counts.groupBy('outcome').execute()).map(each => [each.outcome, Number(each.number)]))
  const last = (outcome: Outcome) => latestOf(db, row, { event, outcomes: [outcome] })
  return {
    lastSuccess: await last('SUCCESS'), lastFailure: await last('FAILURE'), lastError: await last('ERROR'),
    counts: {
      successes: counted.get('SUCCESS') ?? 0, failures: counted.get('FAILURE') ?? 0, errors: counted.get('ERROR') ?? 0,
      window: { start, duration: WINDOW_MS },
    },
  }
}
