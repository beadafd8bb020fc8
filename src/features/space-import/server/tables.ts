import type { Generated } from 'kysely'
import type { ImportState } from '../contract.ts'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    space_import: SpaceImportTable
    space_import_id: SpaceImportIdTable
    space_import_item: { import_id: number; source_id: string; content_id: number }
    space_import_upload: SpaceImportUploadTable
  }
}

/** The import of one space of an export. */
export interface SpaceImportTable {
  id: Generated<number>
  /** SHA-256 of the objects of the export: the same again goes on with this import. */
  fingerprint: string
  /** Key of the space in the export. */
  source_key: string
  space_id: number
  state: 'running' | 'done'
  started_at: number
  /** 0 if the import may have brought in drafts of edits as versions, as imports before this column did. */
  drafts_left_out: Generated<number>
}

/** The id that a content of an export gets here, which is decided before any of its import is stored. */
export interface SpaceImportIdTable {
  import_id: number
  /** Its id in the export. */
  source_id: number
  /** Once the import is done, only ids that differ from those in the export are kept. */
  content_id: number
}

/** An export that was uploaded to be imported. */
export interface SpaceImportUploadTable {
  id: Generated<number>
  owner_id: number | null
  file_name: string
  /** Bytes. */
  file_size: number
  /** Null once it is imported, or cannot be. */
  file_sha256: string | null
  /** JSON of `UploadOptions`. */
  options: string
  state: ImportState
  /** 0 to 100. */
  progress: number
  /** JSON of a phrase: why it failed. */
  error: string | null
  /** JSON of `UploadResult`. */
  result: string | null
  created_at: number
  finished_at: number | null
}
