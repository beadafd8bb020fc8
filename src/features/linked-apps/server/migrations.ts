import { migration } from '#platform/server/database/index.ts'

export const migrations = [
  migration('2026-11-24-10-linked-applications', ({ types: { integer, key } }) => [
    `create table linked_application (
        id ${key} not null primary key, type_id ${key} not null, name text not null, rpc_url text not null,
        display_url text not null, is_primary ${integer} not null, deployment ${key} not null, client_id text not null,
        client_secret text not null, created_at ${integer} not null, updated_at ${integer} not null)`,
    `create table linked_application_approval (
        application_id ${key} not null references linked_application (id) on delete cascade,
        account_id ${integer} not null references account (id) on delete cascade,
        access_token text not null, refresh_token text not null, expires_at ${integer} not null,
        site_id ${key} not null,
        approved_at ${integer} not null, primary key (account_id, application_id))`,
    'create index linked_application_approval_application on linked_application_approval (application_id)',
  ]),
  migration('2026-11-29-30-approval-to-write', ({ types: { integer } }) => [
    `alter table linked_application_approval add column may_write ${integer} not null default 0`,
  ]),
]
