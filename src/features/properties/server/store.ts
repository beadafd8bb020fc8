import { sql } from 'kysely'
import type { Migration } from '#platform/server/database/index.ts'
import { versionedProperties, type PropertyColumns } from '#platform/server/properties.ts'

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    content_property: ContentPropertyTable
  }
}

export interface ContentPropertyTable extends PropertyColumns {
  content_id: number
}

export const migrations: Migration[] = [{
  name: '2026-11-21-51-properties',
  async up(db, { types: { id, integer, key } }) {
    await sql.raw(`create table content_property (
      id ${id}, content_id ${integer} not null references content (id) on delete cascade, key ${key} not null, value text not null,
      version ${integer} not null, updated_at ${integer} not null, message text not null, minor ${integer} not null)`).execute(db)
    await sql.raw('create unique index content_property_key on content_property (content_id, key)').execute(db)
  },
}]

export const properties = versionedProperties({
  table: 'content_property', owner: 'content_id', noun: 'content', takenStatus: 409,
  missing: (content, key) => `Cannot find property with key [${key}] for content ${content.name}`,
})
