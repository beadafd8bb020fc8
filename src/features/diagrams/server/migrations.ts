import { sql } from 'kysely'
import type { Migration } from '#platform/server/database/index.ts'

export const migrations: Migration[] = [
  {
    name: '2026-11-21-diagrams-10-pictures',
    async up(db, { types }) {
      const { integer, key } = types
      await sql
        .raw(`create table diagram_picture (
      source ${key} not null, look ${key} not null, sha256 ${key} not null, size ${integer} not null, primary key (source, look))`)
        .execute(db)
      await sql.raw('create index diagram_picture_blob on diagram_picture (sha256)').execute(db)
    },
  },
]
