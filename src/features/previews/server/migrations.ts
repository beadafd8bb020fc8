import { sql } from 'kysely'
import type { Migration } from '#platform/server/database/index.ts'

export const migrations: Migration[] = [
  {
    name: '2026-11-23-30-file-words',
    async up(db, { types }) {
      const { integer, key } = types
      await sql
        .raw(`create table file_words (
      content_id ${integer} primary key references content (id) on delete cascade, source ${key} not null, words text not null)`)
        .execute(db)
    },
  },
  {
    name: '2026-11-23-70-file-pins',
    async up(db, { types: { integer } }) {
      const content = (column: string) => `${column} ${integer} not null references content (id) on delete cascade`
      const statements = [
        `create table file_pin (${content('comment_id')} primary key, ${content('file_id')}, version ${integer} not null,
        number ${integer} not null, x double precision not null, y double precision not null)`,
        `create unique index file_pin_number on file_pin (file_id, number)`,
      ]
      for (const statement of statements) await sql.raw(statement).execute(db)
    },
  },
]
