import { migration } from '#platform/server/database/index.ts'

export const migrations = [
  migration('2026-11-29-40-agent-access', ({ types: { id, integer, key } }) => [
    `create table agent_client (
        id ${key} not null primary key, name text not null, redirect_uris text not null, created_at ${integer} not null,
        expires_at ${integer} not null, is_approved ${integer} not null)`,
    'create index agent_client_end on agent_client (is_approved, expires_at)',
    `create table agent_connection (
        id ${id}, account_id ${integer} not null references account (id) on delete cascade,
        client_id ${key} not null references agent_client (id) on delete cascade, scope text not null,
        redirect_uri text not null, code_hash ${key} not null unique, code_challenge text not null,
        created_at ${integer} not null, connected_at ${integer}, last_used_at ${integer}, expires_at ${integer} not null,
        family_hash ${key} unique, refresh_hash text, access_hash ${key} unique, access_expires_at ${integer})`,
    'create index agent_connection_account on agent_connection (account_id, id)',
    'create index agent_connection_client on agent_connection (client_id)',
    'create index agent_connection_end on agent_connection (expires_at)',
  ]),
]
