import type { Generated } from 'kysely'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    space_export: SpaceExportTable
  }
}

/** An export of a space that a user requested. */
export interface SpaceExportTable {
  id: Generated<number>
  space_id: number
  /** The user who asked; it holds what they may see. */
  account_id: number
  /** UUID of its job. */
  job_id: string
  /** 1 with comments. */
  comments: number
  /** 1 with permissions, restrictions and watches. */
  rights: number
  created_at: number
  /** The file, once it is there. */
  sha256: string | null
  /** Bytes. */
  size: number | null
  /** Stored files that were missing or damaged, and are not in it. */
  lost_files: number
  finished_at: number | null
}
