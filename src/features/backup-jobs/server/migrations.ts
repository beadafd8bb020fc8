import { migration } from '#platform/server/database/index.ts'

export const migrations = [
  migration('2026-11-21-98-backup-jobs', ({ types: { id, integer, key } }) => [
    `create table backup_job (
        id ${id}, state ${key} not null, owner_id ${integer}, file_name text not null, file_size ${integer},
        progress ${integer} not null,
        error text, created_at ${integer} not null, started_at ${integer}, finished_at ${integer}, cancelled_at ${integer})`,
    // Two at a time would read the same rows and files twice over.
    `create unique index backup_job_unfinished on backup_job ((1)) where state in ('QUEUED', 'PROCESSING', 'CANCELLING')`,
  ]),
  migration('2026-11-22-21-backup-jobs-lost-files', ({ types: { integer } }) => [
    `alter table backup_job add column lost_files ${integer} not null default 0`,
  ]),
]
