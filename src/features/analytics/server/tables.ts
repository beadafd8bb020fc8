import type { Generated } from 'kysely'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    /** Events, kept for 90 days. */
    analytics_event: AnalyticsEventTable
    /** Sums of a day. `day` counts days since 1970, in UTC. */
    analytics_day: { day: number; views: number; readers: number; edits: number; editors: number }
    analytics_page_day: { day: number; content_id: number; views: number; readers: number }
    /** Searches that found nothing. */
    analytics_search_day: { day: number; query: string; times: number }
  }
}

export interface AnalyticsEventTable {
  id: Generated<number>
  /** Epoch milliseconds. */
  at: number
  name: string
  account_id: number | null
  content_id: number | null
  /** JSON of the properties; null without any. */
  data: string | null
}
