import { migration } from '#platform/server/database/index.ts'

export const migrations = [
  migration('2026-11-23-10-likes', ({ types: { integer } }) => {
    const account = (column: string) => `${column} ${integer} not null references account (id) on delete cascade`
    return [
      `create table content_like (
        content_id ${integer} not null references content (id) on delete cascade, ${account('account_id')},
        at ${integer} not null, primary key (content_id, account_id))`,
      `create index content_like_account on content_like (account_id, content_id)`,
      `create index content_like_at on content_like (at, content_id)`,
      `create table account_follow (
        ${account('follower_id')}, ${account('followee_id')}, at ${integer} not null,
        primary key (follower_id, followee_id))`,
      `create index account_follow_followee on account_follow (followee_id)`,
    ]
  }),
]
