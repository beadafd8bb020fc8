import type { Generated } from 'kysely'
import type { JobState } from '../contract.ts'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    backup_job: BackupJobTable
  }
}

export interface BackupJobTable {
  id: Generated<number>
  state: JobState
  owner_id: number | null
  /** Within the folder of backups; also when it is not written yet, or is gone again. */
  file_name: string
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
