import { migration } from '#platform/server/database/index.ts'

export const migrations = [
  migration('2026-11-21-60-watches', ({ types: { integer, key } }) => {
    const account = `account_id ${integer} not null references account (id) on delete cascade`
    return [
      `create table content_watch (
        content_id ${integer} not null references content (id) on delete cascade, ${account},
        created_at ${integer} not null,
        primary key (content_id, account_id))`,
      `create index content_watch_account on content_watch (account_id, content_id)`,
      `create table space_watch (
        space_id ${integer} not null references space (id) on delete cascade, ${account}, scope ${key} not null,
        created_at ${integer} not null, primary key (space_id, account_id, scope))`,
      `create index space_watch_account on space_watch (account_id, space_id)`,
    ]
  }),
]
