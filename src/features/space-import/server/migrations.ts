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
  ]),
]
