/**
 * Every table of the wiki. Each feature adds its own by declaration merging, beside its migrations:
 *
 *     declare module '#platform/server/database/tables.ts' { interface Tables { like: LikeTable } }
 */
import type { Generated } from 'kysely'

export interface Tables {
  migration: { name: string; applied_at: number }
  event: EventTable
  event_cursor: { subscriber: string; position: number; updated_at: number }
  setting: { name: string; value: string }
}

export interface EventTable {
  id: Generated<number>
  at: number
  kind: string
  actor_id: number | null
  space_id: number | null
  content_id: number | null
  /** JSON object. */
  data: string
  /** Sources that it changes, separated by commas; null for everything. */
  changes: string | null
}
