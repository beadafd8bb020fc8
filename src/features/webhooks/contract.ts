import { z } from 'zod'
import { endpoint } from '#platform/contract.ts'
import { looseBoolean, pageSchema, pagingQuery, postAddress } from '#platform/wire.ts'
import { WEBHOOK_EVENTS } from './shared.ts'

const tag = 'webhooks'

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

export const webhookInput = z
  .object({
    name: z.string().trim().min(1).max(200),
    url: postAddress,
    events: z
      .array(z.enum(WEBHOOK_EVENTS))
      .min(1)
      .max(WEBHOOK_EVENTS.length)
      .transform(events => [...new Set(events)]),
    active: looseBoolean.default(true),
    /** Signs messages. Write-only; absent leaves it unchanged. */
    configuration: z
      .object({ secret: z.string().max(200).optional() })
      .loose()
      .default({}),
  })
  .loose()
export type WebhookInput = z.output<typeof webhookInput>

const outcome = z.enum(['SUCCESS', 'FAILURE', 'ERROR'])
export type Outcome = z.output<typeof outcome>
/** Delivery with its outcome. */
const invocation = z.object({
  id: z.string(),
  event: z.string(),
  /** Epoch milliseconds. */
  start: z.number(),
  finish: z.number(),
  duration: z.number(),
  request: z.object({ method: z.string(), url: z.string(), body: z.string().optional() }),
  result: z.object({
    outcome,
    description: z.string(),
    responseStatus: z.number().optional(),
    responseBody: z.string().optional(),
  }),
})
export type Invocation = z.output<typeof invocation>
const history = z.object({
  lastSuccess: invocation.nullable(),
  lastFailure: invocation.nullable(),
  lastError: invocation.nullable(),
  counts: z.object({
    successes: z.number(),
    failures: z.number(),
    errors: z.number(),
    window: z.object({ start: z.number(), duration: z.number() }),
  }),
})
export type InvocationHistory = z.output<typeof history>
export const webhook = z.object({
  id: z.number(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  active: z.boolean(),
  createdDate: z.number(),
  updatedDate: z.number(),
  scopeType: z.literal('global'),
  configuration: z.object({ hasSecret: z.boolean() }),
  statistics: history.optional(),
})
export type Webhook = z.output<typeof webhook>

const params = z.object({ webhookId: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) })
const statistics = looseBoolean.default(false)
const event = z.enum(WEBHOOK_EVENTS)
const several = <T extends z.ZodType>(item: T) => z.union([z.array(item), item.transform(value => [value])]).optional()

export const findWebhooks = endpoint({
  method: 'GET',
  path: '/rest/api/webhooks',
  tag,
  summary: 'Webhooks, oldest first',
  response: pageSchema(webhook),
  query: z.object({ event: several(event), statistics, ...pagingQuery(25) }),
})
export const createWebhook = endpoint({
  method: 'POST',
  path: '/rest/api/webhooks',
  tag,
  summary: 'Registers a webhook',
  status: 201,
  body: webhookInput,
  response: webhook,
})
export const getWebhook = endpoint({
  method: 'GET',
  path: '/rest/api/webhooks/:webhookId',
  tag,
  summary: 'A webhook',
  params,
  query: z.object({ statistics }),
  response: webhook,
})
export const updateWebhook = endpoint({
  method: 'PUT',
  path: '/rest/api/webhooks/:webhookId',
  tag,
  summary: 'Changes a webhook',
  params,
  body: webhookInput,
  response: webhook,
})
export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/rest/api/webhooks/:webhookId',
  tag,
  summary: 'Removes a webhook with its history',
  params,
  status: 204,
})
export const testWebhook = endpoint({
  method: 'POST',
  path: '/rest/api/webhooks/test',
  tag,
  summary: 'Sends a message to an address, to see whether it arrives',
  query: z.object({ url: postAddress }),
  response: invocation,
})
export const latestInvocation = endpoint({
  method: 'GET',
  path: '/rest/api/webhooks/:webhookId/latest',
  tag,
  summary: 'The last message of a webhook',
  params,
  query: z.object({ event: event.optional(), outcome: several(outcome), outcomes: several(outcome) }),
})
export const invocationStatistics = endpoint({
  method: 'GET',
  path: '/rest/api/webhooks/:webhookId/statistics',
  tag,
  summary: 'How the messages of a webhook fared',
  params,
  query: z.object({ event: event.optional() }),
  response: history,
})
export const statisticsSummary = endpoint({
  method: 'GET',
  path: '/rest/api/webhooks/:webhookId/statistics/summary',
  tag,
  summary: 'How the messages of a webhook fared, event by event',
  params,
  response: z.record(z.string(), history),
})

const allowed = z.object({ hosts: z.array(z.string().trim().toLowerCase().min(1).max(253)).max(100) })
export const getAllowedHosts = endpoint({
  method: 'GET',
  path: '/rest/oxbow/1.0/webhooks/allowed-hosts',
  tag,
  summary: 'Hosts in the own network that webhooks may call',
  response: allowed,
})
export const setAllowedHosts = endpoint({
  method: 'PUT',
  path: '/rest/oxbow/1.0/webhooks/allowed-hosts',
  tag,
  summary: 'Sets the hosts in the own network that webhooks may call',
  body: allowed,
  response: allowed,
})
