import type { Generated } from 'kysely'
import type { MailTime } from '../shared.ts'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    notification: {
      id: Generated<number>
      account_id: number
      kind: string
      /** The page, post or comment that it is about. */
      content_id: number
      actor_id: number | null
      /**
       * Of the event, in epoch milliseconds. An account gets one notification of what was done to a content at a time.
       */
      at: number
      read_at: number | null
      /** 0 where its account wants mail alone. */
      in_bell: number
      /** 1 where a mail was queued when it got its kind. */
      mailed: number
    }
    /** `notification_id`: the newest when the account opened the list last. */
    notification_seen: { account_id: number; notification_id: number }
    /** Choices of accounts for kinds; without a row, the default holds. */
    notification_choice: { account_id: number; kind: string; bell: number; mail: MailTime }
    /** `link_secret` signs the links of its mails, see `unsubscribe/token.ts`. */
    notification_preference: { account_id: number; digest_hour: number | null; link_secret: string | null }
    /** Notifications to be mailed; a row goes when its mail has gone. */
    notification_mail: {
      notification_id: number
      account_id: number
      /** The content that it happened to, or on; by it mails are bundled. */
      page_id: number
      time: MailTime
      /** The version that was written, of a page or post. */
      version: number | null
      /** Message from the sender of a share. */
      note: string | null
      /** Epoch milliseconds; of what is being sent, when that is tried again. */
      due_at: number
      /** The mail that it goes with, once there is one: the same through all attempts. */
      mail_id: string | null
      attempt: number
    }
  }
}
