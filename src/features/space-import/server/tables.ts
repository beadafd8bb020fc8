import type { Generated } from 'kysely'
import type { ImportEffect, ImportState, ImportTopic, PersonAction, PersonMatch } from '../contract.ts'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    space_import: SpaceImportTable
    space_import_id: SpaceImportIdTable
    space_import_item: SpaceImportItemTable
    space_import_person: SpaceImportPersonTable
    space_import_remark: SpaceImportRemarkTable
    space_import_run: SpaceImportRunTable
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
  /** The last run that brought in a part of it; null for imports of earlier versions. */
  run_id: Generated<number | null>
  state: 'running' | 'done'
  started_at: number
  /** 0 if the import may have brought in drafts of edits as versions, as imports before this column did. */
  drafts_left_out: Generated<number>
  /** IANA name of the time zone of the server that wrote the export. */
  time_zone: Generated<string | null>
  /** 1 if the ids of all contents are kept, so that a newer export can be imported into the space: of its last import. */
  keeps_ids: Generated<number>
  /** Number of newer exports that were imported into the space after the first one. */
  generation: Generated<number>
  /** JSON of `ImportCounts`: of all that is stored so far, whichever runs brought it in. */
  counts: Generated<string>
  /** Remarks in all, those too that are not stored. */
  remarks: Generated<number>
}

/** The id that a content of an export gets here, which is decided before any of its import is stored. */
export interface SpaceImportIdTable {
  import_id: number
  /** Its id in the export. */
  source_id: number
  content_id: number
  /** That of the import when the content was first in an export. */
  generation: Generated<number>
}

/** A page or post that was imported. */
export interface SpaceImportItemTable {
  import_id: number
  source_id: string
  content_id: number
  /** That of the import when the page was last looked at. */
  generation: Generated<number>
  /** Number of its version in the export then. */
  source_version: Generated<number>
  /** Id in the export of the page above it then. */
  source_parent: Generated<string | null>
}

/** Note for administrators on the import of a space, or on a run for what belongs to no space. */
export interface SpaceImportRemarkTable {
  id: Generated<number>
  /** Either the import of a space or a run. */
  import_id: number | null
  run_id: number | null
  topic: ImportTopic
  effect: ImportEffect
  /** Such as the name of a macro, by which remarks are grouped. */
  subject: string | null
  /** The page or post that it is about. */
  content_id: number | null
  /** JSON of a phrase. */
  phrase: string
  /** 1 if it tells how many things were left out for a reason. */
  is_sum: Generated<number>
}

/** A user or group of an export, and what it becomes here. */
export interface SpaceImportPersonTable {
  run_id: number
  kind: 'user' | 'group'
  /** The user key, the id in the cloud, or the folded user name where there is no key; the name of a group. */
  source: string
  name: string
  display_name: string
  email: string
  action: PersonAction
  /** Null for one that was not found here. */
  matched_by: PersonMatch | null
  /** Id of the account or group that is matched, or that was made; null before. */
  target_id: number | null
  /** Result of the import; null if nothing of the export needed it, or not yet. */
  outcome: 'matched' | 'created' | 'skipped' | null
}

/** An import as an administrator began it: by uploading an export, by the command, or by restoring a backup. */
export interface SpaceImportRunTable {
  id: Generated<number>
  origin: Generated<'upload' | 'command' | 'restore'>
  owner_id: number | null
  file_name: string
  /** Bytes. */
  file_size: number
  /** Null once it is imported, cannot be, or was never uploaded. */
  file_sha256: string | null
  /** Of the export, once it was read. */
  fingerprint: Generated<string | null>
  /** JSON of `RunOptions`. */
  options: string
  state: ImportState
  /** 0 to 100. */
  progress: number
  /** JSON of a phrase: why it failed. */
  error: string | null
  /** JSON of `ImportAnalysis`: the spaces of the export and what they hold. */
  analysis: Generated<string | null>
  /** JSON of `ImportCounts`: of what belongs to no space. */
  counts: Generated<string>
  /** Remarks on what belongs to no space, those too that are not stored. */
  remarks: Generated<number>
  created_at: number
  finished_at: number | null
  /** When the process that imports last said that it does. */
  seen_at: Generated<number | null>
  /** Name of that process, as those of its temporary files. */
  seen_by: Generated<string | null>
}
