import { sql } from 'kysely'
import type { Migration } from '#platform/server/database/index.ts'

export const migrations: Migration[] = [{
  name: '2026-11-21-45-comments',
  async up(db, { types }) {
    const { integer, key } = types
    await sql.raw(`create table comment (
      content_id ${integer} primary key references content (id) on delete cascade, location ${key} not null,
      marker_ref text, original_selection text, resolution ${key} not null, resolved_by ${integer}, resolved_at ${integer})`).execute(db)
  },
}]
