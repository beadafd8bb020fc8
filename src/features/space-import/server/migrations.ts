import { migration } from '#platform/server/database/index.ts'

export const migrations = [
  migration('2026-11-26-60-space-import', ({ types: { id, integer, key } }) => [
    `create table space_import (
      id ${id}, fingerprint ${key} not null, source_key ${key} not null,
      space_id ${integer} not null references space (id) on delete cascade, state ${key} not null,
      started_at ${integer} not null)`,
    `create index space_import_fingerprint on space_import (fingerprint, source_key)`,
    `create index space_import_space on space_import (space_id)`,
    `create table space_import_item (
      import_id ${integer} not null references space_import (id) on delete cascade, source_id ${key} not null,
      content_id ${integer} not null, primary key (import_id, source_id))`,
    `create table space_import_upload (
      id ${id}, owner_id ${integer} references account (id), file_name text not null, file_size ${integer} not null,
      file_sha256 ${key}, options text not null, state ${key} not null, progress ${integer} not null, error text,
      result text, created_at ${integer} not null, finished_at ${integer})`,
  ]),
  migration('2026-11-27-70-space-import-drafts', ({ types: { integer } }) => [
    // Imports before this version brought in drafts of edits as versions.
    `alter table space_import add column drafts_left_out ${integer} not null default 0`,
  ]),
  migration('2026-11-28-75-space-import-ids', ({ types: { integer } }) => [
    `create table space_import_id (
      import_id ${integer} not null references space_import (id) on delete cascade, source_id ${integer} not null,
      content_id ${integer} not null, primary key (import_id, source_id))`,
    `create unique index space_import_id_content on space_import_id (content_id)`,
  ]),
]
