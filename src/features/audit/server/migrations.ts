import { sql } from 'kysely'
import type { Migration } from '#platform/server/database/index.ts'

export const migrations: Migration[] = [
  {
    name: '2026-11-21-96-audit',
    async up(db, { types: { id, integer, key } }) {
      const statements = [
        `create table audit_record (
        id ${id}, event_id ${integer} not null, at ${integer} not null, category ${key} not null, summary text not null,
        actor_id ${integer}, actor_name text not null, object_type ${key} not null, object_name text not null,
        associated text not null, changes text not null, words text not null)`,
        'create unique index audit_record_event on audit_record (event_id)',
        'create index audit_record_at on audit_record (at, id)',
      ]
      for (const statement of statements) await sql.raw(statement).execute(db)
    },
  },
]
