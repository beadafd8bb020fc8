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
  {
    name: '2026-11-23-62-diagram-uses',
    async up(db, { types }) {
      const { integer, key } = types
      await sql
        .raw(`create table diagram_use (
      content_id ${integer} not null references content (id) on delete cascade,
      page_id ${integer} not null references content (id) on delete cascade,
      owner_id ${integer} not null, name ${key} not null, version ${integer} not null,
      primary key (content_id, owner_id, name, version))`)
        .execute(db)
      await sql.raw('create index diagram_use_of on diagram_use (owner_id, name, content_id)').execute(db)
      await sql.raw('create index diagram_use_page on diagram_use (page_id)').execute(db)
      await sql`insert into setting (name, value) select 'diagrams.uses-unread', 'true' where exists (select 1 from content)`.execute(
        db,
      )
    },
  },
]
