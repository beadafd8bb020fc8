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
  migration('2026-11-28-90-space-import-runs', ({ types: { id, integer, key } }) => [
    `alter table space_import_upload rename to space_import_run`,
    `alter table space_import_run add column origin ${key} not null default 'upload'`,
    `alter table space_import_run add column fingerprint ${key}`,
    `alter table space_import_run add column analysis text`,
    `alter table space_import_run add column counts text not null default '{}'`,
    `alter table space_import_run add column remarks ${integer} not null default 0`,
    `alter table space_import_run add column seen_at ${integer}`,
    `alter table space_import_run add column seen_by ${key}`,
    `create index space_import_run_fingerprint on space_import_run (fingerprint)`,
    `alter table space_import add column run_id ${integer} references space_import_run (id) on delete set null`,
    `alter table space_import add column counts text not null default '{}'`,
    `alter table space_import add column remarks ${integer} not null default 0`,
    `create index space_import_run_of on space_import (run_id)`,
    // Imports before this version have thrown away which content is which, so that they cannot be brought up to date.
    `alter table space_import add column keeps_ids ${integer} not null default 0`,
    `alter table space_import add column generation ${integer} not null default 0`,
    `alter table space_import add column time_zone ${key}`,
    `alter table space_import_id add column generation ${integer} not null default 0`,
    `alter table space_import_item add column generation ${integer} not null default 0`,
    `alter table space_import_item add column source_version ${integer} not null default 0`,
    `alter table space_import_item add column source_parent ${key}`,
    `create table space_import_remark (
      id ${id}, import_id ${integer} references space_import (id) on delete cascade,
      run_id ${integer} references space_import_run (id) on delete cascade, topic ${key} not null,
      effect ${key} not null, subject ${key}, content_id ${integer}, phrase text not null,
      is_sum ${integer} not null default 0)`,
    `create index space_import_remark_import on space_import_remark (import_id, topic, id)`,
    `create index space_import_remark_run on space_import_remark (run_id, topic, id)`,
    `create table space_import_person (
      run_id ${integer} not null references space_import_run (id) on delete cascade, kind ${key} not null,
      source ${key} not null, name ${key} not null, display_name text not null, email text not null,
      action ${key} not null, matched_by ${key}, target_id ${integer}, outcome ${key},
      primary key (run_id, kind, source))`,
    `create index space_import_person_name on space_import_person (run_id, kind, name)`,
    `create index space_import_person_source on space_import_person (kind, source)`,
  ]),
]
