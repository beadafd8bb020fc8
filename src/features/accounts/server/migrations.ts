import { migration } from '#platform/server/database/index.ts'

export const migrations = [
  migration('2026-11-21-10-accounts', ({ types: { id, integer, key } }) => [
    `create table account (
        id ${id}, user_key ${key} not null unique, username text not null, username_key ${key} not null unique,
        display_name text not null, email text not null, email_key ${key} not null, password_hash text,
        active ${integer} not null, avatar_sha256 text, avatar_small_sha256 text, locale text, time_zone text,
        about text not null, created_at ${integer} not null, last_login_at ${integer}, deleted_at ${integer})`,
    `create index account_email on account (email_key)`,
    // Covers the paged lists of users, so that skipping to a late page reads the index alone.
    `create index account_active on account (active, username_key, id)`,
    `create table account_word (
        word ${key} not null, kind ${integer} not null,
        account_id ${integer} not null references account (id) on delete cascade,
        primary key (word, account_id, kind))`,
    `create index account_word_account on account_word (account_id, word, kind)`,
    `create table account_group (
        id ${id}, name text not null, name_key ${key} not null unique, description text not null,
        created_at ${integer} not null)`,
    `create table membership (
        group_id ${integer} not null references account_group (id) on delete cascade,
        account_id ${integer} not null references account (id) on delete cascade,
        primary key (group_id, account_id))`,
    `create index membership_account on membership (account_id, group_id)`,
    `create table session (
        id ${key} primary key, account_id ${integer} not null references account (id) on delete cascade,
        xsrf_token text not null, created_at ${integer} not null, seen_at ${integer} not null,
        expires_at ${integer} not null, remember ${integer} not null, user_agent text not null, address text not null,
        elevated_until ${integer})`,
    `create index session_account on session (account_id)`,
    `create index session_expiry on session (expires_at)`,
    `create table access_token (
        id ${id}, account_id ${integer} not null references account (id) on delete cascade, name text not null,
        token_hash ${key} not null unique, created_at ${integer} not null, expires_at ${integer}, last_used_at ${integer})`,
    `create index access_token_account on access_token (account_id, id)`,
    `create table password_reset (
        token_hash ${key} primary key, account_id ${integer} not null references account (id) on delete cascade,
        expires_at ${integer} not null, used_at ${integer})`,
    `create table global_permission (
        id ${id}, account_id ${integer} references account (id) on delete cascade,
        group_id ${integer} references account_group (id) on delete cascade, permission ${key} not null)`,
    `create index global_permission_account on global_permission (account_id)`,
    `create index global_permission_group on global_permission (group_id)`,
  ]),
  migration('2026-11-29-10-token-scope', () => [
    // Tokens from before may change things, as they could.
    `alter table access_token add column scope text not null default 'write'`,
  ]),
]
