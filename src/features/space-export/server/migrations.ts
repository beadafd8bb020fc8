import { migration } from '#platform/server/database/index.ts'

export const migrations = [
  migration('2026-11-26-70-space-export', ({ types: { id, integer, key } }) => [
    `create table space_export (
      id ${id}, space_id ${integer} not null references space (id) on delete cascade,
      account_id ${integer} not null references account (id) on delete cascade, job_id ${key} not null,
      comments ${integer} not null, rights ${integer} not null, created_at ${integer} not null, sha256 ${key},
      size ${integer}, lost_files ${integer} not null, finished_at ${integer})`,
    `create index space_export_account on space_export (account_id, space_id)`,
    `create index space_export_space on space_export (space_id)`,
    `create index space_export_created on space_export (created_at)`,
  ]),
]
