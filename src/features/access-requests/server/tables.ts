import type { Generated } from 'kysely'
import type { Access } from '../shared.ts'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    access_request: AccessRequestTable
  }
}

/** Requests that are open, and for some time those that were declined. An account has one for each page and access. */
export interface AccessRequestTable {
  id: Generated<number>
  account_id: number
  /** A page or post. */
  content_id: number
  access: Access
  /** Epoch milliseconds. */
  at: number
  /** Epoch milliseconds; null while it is open. */
  declined_at: number | null
}
