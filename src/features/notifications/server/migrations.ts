import { migration } from '#platform/server/database/index.ts'

export const migrations = [
  migration('2026-11-23-40-notifications', ({ types: { id, integer, key } }) => {
    const account = `account_id ${integer} not null references account (id) on delete cascade`
    return [
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
  }),
  migration('2026-11-23-50-notification-mail', ({ types: { integer, key } }) => {
    const account = `account_id ${integer} not null references account (id) on delete cascade`
    return [
      `alter table notification add column in_bell ${integer} not null default 1`,
      `alter table notification add column mailed ${integer} not null default 0`,
      `create table notification_choice (${account}, kind ${key} not null, bell ${integer} not null, mail ${key} not null,
        primary key (account_id, kind))`,
      `create table notification_preference (
        account_id ${integer} not null primary key references account (id) on delete cascade,
        digest_hour ${integer}, link_secret text)`,
      `create table notification_mail (
        notification_id ${integer} not null primary key references notification (id) on delete cascade, ${account},
        page_id ${integer} not null references content (id) on delete cascade, time ${key} not null,
        version ${integer}, note text,
        due_at ${integer} not null, mail_id ${key}, attempt ${integer} not null default 0)`,
      `create index notification_mail_due on notification_mail (due_at)`,
      `create index notification_mail_account on notification_mail (account_id, page_id)`,
      `create index notification_mail_page on notification_mail (page_id)`,
      `create index notification_mail_mail on notification_mail (mail_id) where mail_id is not null`,
    ]
  }),
]
