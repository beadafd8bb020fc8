import { migration } from '#platform/server/database/index.ts'

export const migrations = [
  migration('2026-11-21-97-webhooks', ({ types: { id, integer, key } }) => [
    `create table webhook (
        id ${id}, name text not null, url text not null, events text not null, active ${integer} not null,
        secret text not null,
        created_at ${integer} not null, updated_at ${integer} not null)`,
    `create table webhook_invocation (
        id ${id}, webhook_id ${integer} not null references webhook (id) on delete cascade, event ${key} not null,
        started_at ${integer} not null, finished_at ${integer} not null, outcome ${key} not null,
        description text not null,
        status ${integer}, request_body text not null, response_body text not null)`,
    'create index webhook_invocation_latest on webhook_invocation (webhook_id, event, outcome, id)',
    'create index webhook_invocation_started on webhook_invocation (started_at)',
  ]),
]
