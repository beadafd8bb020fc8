import { createHmac } from 'node:crypto'
import { messageOf } from '#platform/message-of.ts'
import type { App } from '#platform/server/app.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import type { WikiEvent } from '#platform/server/events/events.ts'
import { badRequest, HttpError } from '#platform/server/http/errors.ts'
import type { JobRun } from '#platform/server/jobs.ts'
import { type OutgoingRequest, PrivateAddressError, sendRequest } from '#platform/server/outgoing.ts'
import type { Invocation } from '../contract.ts'
import { payloadOf, webhookEventOf } from './messages.ts'
import { activeWebhooks, insertInvocation, webhookById } from './store.ts'
import { eventsOf, invocationView } from './wire.ts'

export const DELIVER_JOB = 'webhooks.deliver'
/** The queue waits longer before each: some ten minutes in all. */
export const ATTEMPTS = 6
/** How long a receiver may take. */
const TIMEOUT_MS = 10_000
/** Most bytes stored of a response. */
const MAX_ANSWER = 8 * 1024

/**
 * Queues a message to each webhook subscribed to one of the events, in the transaction that moves the cursor.
 */
export async function queueMessages(app: App, tx: WriteTransaction, events: readonly WikiEvent[]): Promise<void> {
  const wanted = events.flatMap(event => {
    const name = webhookEventOf(event)
    return name ? [{ event, name }] : []
  })
  if (wanted.length === 0) return
  for (const webhook of await activeWebhooks(tx.db)) {
    const listens = new Set(eventsOf(webhook))
    for (const { event, name } of wanted) {
      // Events before it was registered are none of its business.
      if (!listens.has(name) || event.at < webhook.created_at) continue
      await app.jobs.enqueue(
        {
          kind: DELIVER_JOB,
          title: 'Sending {{event}} to the webhook {{name}}',
          values: { event: name, name: webhook.name },
          ownerId: null,
          input: { webhookId: webhook.id, event },
        },
        tx,
      )
    }
  }
}

/** The work of {@link DELIVER_JOB}: one attempt. Receivers may get a message twice, with the same `X-Request-Id`. */
export async function deliver({ app, id, input, signal }: JobRun): Promise<void> {
  const { webhookId, event } = input as { webhookId: number; event: WikiEvent }
  const row = await webhookById(app.database.read, webhookId)
  const name = webhookEventOf(event)
  if (!row || row.active === 0 || !name) return
  const body = JSON.stringify(await payloadOf(app, event))
  const sent = await send(app, { url: row.url, event: name, id, secret: row.secret, body, signal })
  signal.throwIfAborted()
  await app.database.transaction(({ db }) => insertInvocation(db, { webhook_id: row.id, ...sent.row }), {
    invalidates: false,
  })
  if (sent.row.outcome === 'SUCCESS') return
  if (sent.refused) throw badRequest('{{reason}}', { values: { reason: sent.row.description }, forPrograms: true })
  throw new HttpError(502, 'The webhook {{name}} was not told: {{reason}}', {
    values: { name: row.name, reason: sent.row.description },
  })
}

/** Sends a message that says nothing, to see whether it arrives. */
export async function sendTest(app: App, url: string, id: string): Promise<Invocation> {
  const { row } = await send(app, {
    url,
    event: 'diagnostics:ping',
    id,
    secret: '',
    body: JSON.stringify({ test: true }),
  })
  return invocationView({ id: 0, ...row }, url)
}

async function send(
  app: App,
  message: { url: string; event: string; id: string; secret: string; body: string; signal?: AbortSignal },
) {
  const started = Date.now()
  const done = (result: {
    outcome: 'SUCCESS' | 'FAILURE' | 'ERROR'
    description: string
    status?: number
    body?: string
    refused?: boolean
  }) => ({
    refused: result.refused ?? false,
    row: {
      event: message.event,
      started_at: started,
      finished_at: Date.now(),
      outcome: result.outcome,
      description: result.description.slice(0, 500),
      status: result.status ?? null,
      request_body: message.body,
      response_body: result.body ?? '',
    },
  })
  const { status, body, error, isPrivate } = await postJson(app, {
    url: message.url,
    headers: {
      'x-event-key': message.event,
      'x-request-id': message.id,
      ...(message.secret
        ? { 'x-hub-signature': `sha256=${createHmac('sha256', message.secret).update(message.body).digest('hex')}` }
        : {}),
    },
    body: message.body,
    ...(message.signal ? { signal: message.signal } : {}),
  })
  if (status === undefined) return done({ outcome: 'ERROR', description: messageOf(error), refused: isPrivate })
  const good = status >= 200 && status < 300
  return done({ outcome: good ? 'SUCCESS' : 'FAILURE', description: String(status), status, body })
}

/** An answer, or the error because of which there is none. */
interface Posted {
  readonly status?: number
  /** The first 8 KB of it. */
  readonly body: string
  readonly error?: unknown
  /** The address is in the own network, and not allowed. */
  readonly isPrivate: boolean
}

/** Posts JSON to a server elsewhere. @throws the signal's reason once it is aborted */
export async function postJson(
  app: App,
  { headers, signal, ...request }: Pick<OutgoingRequest, 'url' | 'headers' | 'signal'> & { body: string },
): Promise<Posted> {
  try {
    const { status, body } = await sendRequest(app, {
      ...request,
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_ANSWER,
      ...(signal ? { signal } : {}),
    })
    return { status, body, isPrivate: false }
  } catch (error) {
    signal?.throwIfAborted()
    return { body: '', error, isPrivate: error instanceof PrivateAddressError }
  }
}
