import type { Generated } from 'kysely'
import type { JobOperation, JobScope, JobState } from '../contract.ts'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    backup_job: BackupJobTable
  }
}

export interface BackupJobTable {
  id: Generated<number>
  operation: Generated<JobOperation>
  scope: Generated<JobScope>
  /** The space of a space backup, or the one that a restore has created. */
  space_key: string | null
  state: JobState
  owner_id: number | null
  /**
   * Of a backup: within the folder of backups, also when it is not written yet, or is gone again. Of a restore: the name
   * that the file had.
   */
  file_name: string
  /** The file of a restore, until the restore is over. */
  file_sha256: string | null
  /** JSON of `RestoreResult`, of a restore that is over. */
  result: string | null
  file_size: number | null
  progress: number
  error: string | null
  /** Stored files that were missing or damaged, and are not in the backup. */
  lost_files: Generated<number>
  created_at: number
  started_at: number | null
  finished_at: number | null
  cancelled_at: number | null
}
