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
]
