import type { Generated } from 'kysely'
import type { NotificationKind } from '../shared.ts'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    notification: {
      id: Generated<number>
      account_id: number
      kind: NotificationKind
      /** The page, post or comment that it is about. */
      content_id: number
      actor_id: number | null
      /** Of the event, in epoch milliseconds. An account gets one notification of what was done to a content at a time. */
      at: number
      read_at: number | null
    }
    /** `notification_id`: the newest when the account opened the list last. */
    notification_seen: { account_id: number; notification_id: number }
  }
}
