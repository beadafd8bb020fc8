import { sql } from 'kysely'
import type { Migration } from '#platform/server/database/index.ts'

export const migrations: Migration[] = [
  {
    name: '2026-11-23-40-notifications',
    async up(db, { types }) {
      const { id, integer, key } = types
      const account = `account_id ${integer} not null references account (id) on delete cascade`
      const statements = [
        `create table notification (
        id ${id}, ${account}, kind ${key} not null,
        content_id ${integer} not null references content (id) on delete cascade,
        actor_id ${integer} references account (id) on delete set null, at ${integer} not null, read_at ${integer})`,
        `create unique index notification_once on notification (account_id, content_id, at)`,
        `create index notification_account on notification (account_id, id)`,
        `create index notification_unread on notification (account_id, id) where read_at is null`,
        `create index notification_content on notification (content_id)`,
        `create index notification_actor on notification (actor_id) where actor_id is not null`,
        `create index notification_at on notification (at)`,
        `create table notification_seen (
        account_id ${integer} not null primary key references account (id) on delete cascade,
        notification_id ${integer} not null)`,
      ]
      for (const statement of statements) await sql.raw(statement).execute(db)
    },
  },
]
