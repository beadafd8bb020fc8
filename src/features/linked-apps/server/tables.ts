import type { Deployment } from '../contract.ts'
import type { ApplicationType } from '../shared.ts'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    linked_application: LinkedApplicationTable
    linked_application_approval: ApprovalTable
  }
}

export interface LinkedApplicationTable {
  /** UUID; texts name applications by it. */
  id: string
  type_id: ApplicationType
  name: string
  rpc_url: string
  display_url: string
  is_primary: number
  deployment: Deployment
  client_id: string
  /** Empty if none is set, or if the address has changed since: the application is asked anonymously. */
  client_secret: string
  created_at: number
  updated_at: number
}

/** That a user lets the wiki ask an application with their rights, and the tokens by which it does. */
export interface ApprovalTable {
  application_id: string
  account_id: number
  access_token: string
  /** Empty where the application gave none: the approval ends with the access token. */
  refresh_token: string
  /** Epoch milliseconds. */
  expires_at: number
  /** Id of the site at Atlassian; empty for Data Center. */
  site_id: string
  approved_at: number
  /** Whether the user has approved that the wiki writes, too. */
  may_write: number
}
