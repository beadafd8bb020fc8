import type { Generated } from 'kysely'
import type { Outcome } from '../contract.ts'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    webhook: WebhookTable
    webhook_invocation: InvocationTable
  }
}

export interface WebhookTable {
  id: Generated<number>
  name: string
  url: string
  /** JSON list of event names. */
  events: string
  active: number
  secret: string
  created_at: number
  updated_at: number
}

/** One attempt at one message. */
export interface InvocationTable {
  id: Generated<number>
  webhook_id: number
  event: string
  started_at: number
  finished_at: number
  outcome: Outcome
  description: string
  status: number | null
  request_body: string
  response_body: string
}
