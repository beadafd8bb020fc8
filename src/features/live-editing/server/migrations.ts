import { migration } from '#platform/server/database/index.ts'

export const migrations = [
  migration('2026-11-28-95-live-editing', ({ types: { integer, key, bytes } }) => {
    const content = `content_id ${integer} not null references content (id) on delete cascade`
    const account = `account_id ${integer} not null references account (id) on delete cascade`
    return [
      `create table live_document (
        content_id ${integer} not null primary key references content (id) on delete cascade,
        incarnation ${key} not null, base_version ${integer} not null,
        base_conflicts ${integer} not null default -1, seq ${integer} not null, state ${bytes} not null,
        state_seq ${integer} not null, size ${integer} not null,
        draft_seq ${integer} not null default 0, updated_at ${integer} not null)`,
      `create table live_update (
        content_id ${integer} not null references live_document (content_id) on delete cascade,
        seq ${integer} not null, account_id ${integer} references account (id) on delete set null,
        at ${integer} not null, data ${bytes} not null, primary key (content_id, seq))`,
      `create index live_update_account on live_update (account_id)`,
      // References its document alone: a publication holds the row of the content.
      `create table live_author (
        content_id ${integer} not null references live_document (content_id) on delete cascade, ${account}, seq ${integer} not null, draft_hash ${key} not null default '',
        primary key (content_id, account_id))`,
      `create index live_author_account on live_author (account_id)`,
      `create table live_connection (
        id ${key} not null primary key, ${content}, ${account}, seen_at ${integer} not null)`,
      `create index live_connection_content on live_connection (content_id, account_id)`,
      `create index live_connection_account on live_connection (account_id)`,
    ]
  }),
  migration('2026-11-29-20-live-states', ({ types: { id, integer } }) => [
    `create table live_state (
        id ${id}, content_id ${integer} not null references content (id) on delete cascade,
        started_at ${integer} not null, at ${integer} not null, authors text not null, title text not null,
        storage text not null, size ${integer} not null)`,
    `create index live_state_content on live_state (content_id, at)`,
    `create index live_state_at on live_state (at)`,
  ]),
]
