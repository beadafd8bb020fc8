import { migration } from '#platform/server/database/index.ts'

export const migrations = [
  migration('2026-11-21-51-properties', ({ types: { id, integer, key } }) => [
    `create table content_property (
      id ${id}, content_id ${integer} not null references content (id) on delete cascade, key ${key} not null,
      value text not null,
      version ${integer} not null, updated_at ${integer} not null, message text not null, minor ${integer} not null)`,
    'create unique index content_property_key on content_property (content_id, key)',
  ]),
]
