import { migration } from '#platform/server/database/index.ts'

export const migrations = [
  migration('2026-11-21-62-edit-presence', ({ types: { integer } }) => [
    `create table edit_presence (
      content_id ${integer} not null references content (id) on delete cascade,
      account_id ${integer} not null references account (id) on delete cascade,
      seen_at ${integer} not null, primary key (content_id, account_id))`,
  ]),
]
