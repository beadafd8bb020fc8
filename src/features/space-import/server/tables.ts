import type { Generated } from 'kysely'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    space_import: SpaceImportTable
    space_import_item: { import_id: number; source_id: string; content_id: number }
  }
}

/** The import of one space of an export. */
export interface SpaceImportTable {
  id: Generated<number>
  /** SHA-256 of the objects of the export, and the key of the space in it: the same again goes on with this import. */
  fingerprint: string
  source_key: string
  space_id: number
  state: 'running' | 'done'
  started_at: number
}
