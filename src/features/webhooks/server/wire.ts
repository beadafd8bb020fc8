import type { Invocation, InvocationHistory, Webhook } from '../contract.ts'
import type { InvocationRow, WebhookRow } from './store.ts'

/** Names of the events that a webhook listens to. */
export function eventsOf(row: Pick<WebhookRow, 'events'>): string[] {
  return JSON.parse(row.events) as string[]
}

/** The shape of a webhook; the secret never leaves the database. */
export function webhookView(row: WebhookRow, statistics?: InvocationHistory): Webhook {
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    events: eventsOf(row),
    active: row.active === 1,
    createdDate: row.created_at,
    updatedDate: row.updated_at,
    scopeType: 'global',
    configuration: { hasSecret: row.secret !== '' },
    ...(statistics ? { statistics } : {}),
  }
}

/** The outcome of a message, as answers carry it. */
export function invocationView(row: Omit<InvocationRow, 'webhook_id'>, url: string): Invocation {
  return {
    id: String(row.id),
    event: row.event,
    start: row.started_at,
    finish: row.finished_at,
    duration: row.finished_at - row.started_at,
    request: { method: 'POST', url, body: row.request_body },
    result: {
      outcome: row.outcome,
      description: row.description,
      ...(row.status === null ? {} : { responseStatus: row.status, responseBody: row.response_body }),
    },
  }
}
