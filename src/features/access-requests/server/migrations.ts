import { migration } from '#platform/server/database/index.ts'

export const migrations = [
  migration('2026-11-24-20-access-requests', ({ types: { id, integer, key } }) => [
    `create table access_request (
        id ${id}, account_id ${integer} not null references account (id) on delete cascade,
        content_id ${integer} not null references content (id) on delete cascade,
        access ${key} not null, at ${integer} not null, declined_at ${integer})`,
    'create unique index access_request_once on access_request (account_id, content_id, access)',
    'create index access_request_content on access_request (content_id, at)',
    'create index access_request_open on access_request (id) where declined_at is null',
    'create index access_request_at on access_request (at)',
    'create index access_request_declined on access_request (declined_at) where declined_at is not null',
  ]),
]
