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
  migration('2026-11-27-80-backup-jobs-spaces', ({ types: { key } }) => [
    `alter table backup_job add column operation ${key} not null default 'BACKUP'`,
    `alter table backup_job add column scope ${key} not null default 'SITE'`,
    `alter table backup_job add column space_key ${key}`,
    `alter table backup_job add column file_sha256 ${key}`,
    `alter table backup_job add column result text`,
    `drop index backup_job_unfinished`,
    // Restores wait for each other in the queue; of the same backup there is one at a time.
    `create unique index backup_job_unfinished on backup_job (scope, coalesce(space_key, ''))
       where operation = 'BACKUP' and state in ('QUEUED', 'PROCESSING', 'CANCELLING')`,
  ]),
]
