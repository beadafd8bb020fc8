import { migration } from '#platform/server/database/index.ts'

export const migrations = [
  migration('2026-11-21-96-audit', ({ types: { id, integer, key } }) => [
    `create table audit_record (
        id ${id}, event_id ${integer} not null, at ${integer} not null, category ${key} not null, summary text not null,
        actor_id ${integer}, actor_name text not null, object_type ${key} not null, object_name text not null,
        associated text not null, changes text not null, words text not null)`,
    'create unique index audit_record_event on audit_record (event_id)',
    'create index audit_record_at on audit_record (at, id)',
  ]),
]
