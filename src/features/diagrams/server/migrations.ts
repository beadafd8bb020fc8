import { sql } from 'kysely'
import type { Migration } from '#platform/server/database/index.ts'
import { DIAGRAM_TYPE, GLIFFY_TYPE } from '../names.ts'

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
  {
    name: '2026-11-23-61-diagrams-found',
    async up(db) {
      // Diagrams among all files, the newest first.
      await sql
        .raw(
          `create index attachment_diagram on attachment (content_id)
      where media_type in ('${DIAGRAM_TYPE}', '${GLIFFY_TYPE}')`,
        )
        .execute(db)
    },
  },
]
