import type { Generated } from 'kysely'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    audit_record: AuditRecordTable
  }
}

/** Names are stored as they were: what is deleted later can still be read about. */
export interface AuditRecordTable {
  id: Generated<number>
  /** The event that it records; unique. */
  event_id: number
  at: number
  category: string
  summary: string
  actor_id: number | null
  actor_name: string
  object_type: string
  object_name: string
  /** JSON list of `{name, objectType}`. */
  associated: string
  /** JSON list of `{name, oldValue, newValue}`. */
  changes: string
  /** Summary, author and objects in lower case, to search in. */
  words: string
}
