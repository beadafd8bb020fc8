import { migration } from '#platform/server/database/index.ts'

export const migrations = [
  migration('2026-11-21-55-space-categories', ({ types: { integer } }) => [
    `create table space_label (
        space_id ${integer} not null references space (id) on delete cascade,
        label_id ${integer} not null references label (id), account_id ${integer}, created_at ${integer} not null,
        primary key (space_id, label_id))`,
    `create index space_label_label on space_label (label_id, space_id)`,
  ]),
]
