import { migration } from '#platform/server/database/index.ts'

export const migrations = [
  migration('2026-11-21-71-saved-pages', ({ types: { integer } }) => [
    `create table content_favourite (
        account_id ${integer} not null references account (id) on delete cascade,
        content_id ${integer} not null references content (id) on delete cascade, at ${integer} not null,
        primary key (account_id, content_id))`,
    `create index content_favourite_content on content_favourite (content_id)`,
    `create index content_favourite_at on content_favourite (account_id, at, content_id)`,
  ]),
]
