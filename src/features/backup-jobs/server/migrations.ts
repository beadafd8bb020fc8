import { sql } from 'kysely'
import type { Migration } from '#platform/server/database/index.ts'

export const migrations: Migration[] = [
  {
    name: '2026-11-21-98-backup-jobs',
    async up(db, { types: { id, integer, key } }) {
      const statements = [
        `create table backup_job (
        id ${id}, state ${key} not null, owner_id ${integer}, file_name text not null, file_size ${integer},
        progress ${integer} not null,
        error text, created_at ${integer} not null, started_at ${integer}, finished_at ${integer}, cancelled_at ${integer})`,
        // Two at a time would read the same rows and files twice over.
        `create unique index backup_job_unfinished on backup_job ((1)) where state in ('QUEUED', 'PROCESSING', 'CANCELLING')`,
      ]
      for (const statement of statements) await sql.raw(statement).execute(db)
    },
  },
  {
    name: '2026-11-22-21-backup-jobs-lost-files',
    async up(db, { types: { integer } }) {
      await sql.raw(`alter table backup_job add column lost_files ${integer} not null default 0`).execute(db)
    },
  },
]
