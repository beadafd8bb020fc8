import { migration } from '#platform/server/database/index.ts'

export const migrations = [
  migration('2026-11-21-50-labels', ({ types: { id, integer, key } }) => [
    `create table label (id ${id}, prefix ${key} not null, name ${key} not null, owner_id ${integer} not null)`,
    `create unique index label_name on label (name, prefix, owner_id)`,
    `create table content_label (
        content_id ${integer} not null references content (id) on delete cascade,
        label_id ${integer} not null references label (id), account_id ${integer}, created_at ${integer} not null,
        primary key (content_id, label_id))`,
    `create index content_label_label on content_label (label_id, content_id)`,
    `create index content_label_recent on content_label (created_at)`,
  ]),
  migration('2026-11-26-30-label-uses', () => [
    // The latest use of each label, and all of them.
    `drop index content_label_recent`,
    `drop index content_label_label`,
    `create index content_label_used on content_label (label_id, created_at, content_id)`,
  ]),
]
