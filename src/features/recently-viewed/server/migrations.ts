import { migration } from '#platform/server/database/index.ts'

export const migrations = [
  migration('2026-11-21-70-recently-viewed', ({ types: { integer } }) => [
    `create table content_visit (
        account_id ${integer} not null references account (id) on delete cascade,
        content_id ${integer} not null references content (id) on delete cascade,
        seen_at ${integer} not null, visits ${integer} not null, primary key (account_id, content_id))`,
    `create index content_visit_seen on content_visit (account_id, seen_at)`,
    `create index content_visit_content on content_visit (content_id)`,
  ]),
]
