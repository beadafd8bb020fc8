import type { Generated } from 'kysely'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    /** `owner_id` is set for personal labels (prefix `my`) and 0 for all others. */
    label: { id: Generated<number>; prefix: string; name: string; owner_id: number }
    content_label: { content_id: number; label_id: number; account_id: number | null; created_at: number }
  }
}
