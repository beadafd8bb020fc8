import { sql } from 'kysely'
import type { Migration } from '#platform/server/database/index.ts'

export const migrations: Migration[] = [
  {
    name: '2026-11-21-99-look-and-feel',
    async up(db, { types: { integer } }) {
      await sql
        .raw(`create table space_colour_scheme (
      space_id ${integer} primary key references space (id) on delete cascade, custom ${integer} not null, colours text not null)`)
        .execute(db)
    },
  },
]
