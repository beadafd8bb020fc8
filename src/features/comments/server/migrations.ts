import { sql } from 'kysely'
import type { Migration } from '#platform/server/database/index.ts'

export const migrations: Migration[] = [
  {
    name: '2026-11-21-45-comments',
    async up(db, { types }) {
      const { integer, key } = types
      await sql
        .raw(`create table comment (
      content_id ${integer} primary key references content (id) on delete cascade, location ${key} not null,
      marker_ref text, original_selection text, resolution ${key} not null, resolved_by ${integer}, resolved_at ${integer})`)
        .execute(db)
    },
  },
  {
    // An answer is where its comment is; those to comments on marked text were stored as comments below the page.
    name: '2026-11-22-45-comments-answers',
    async up(db) {
      await sql
        .raw(`with recursive thread(id, root) as (
        select content.id, content.id from content join comment on comment.content_id = content.id
          where content.type = 'comment' and content.parent_id is null and comment.location = 'inline'
        union all select content.id, thread.root from content join thread on content.parent_id = thread.id where content.type = 'comment')
      update comment set (location, marker_ref, original_selection, resolution, resolved_by, resolved_at) = (
        select begins.location, begins.marker_ref, begins.original_selection, begins.resolution, begins.resolved_by,
          begins.resolved_at
          from thread join comment begins on begins.content_id = thread.root where thread.id = comment.content_id)
      where content_id in (select id from thread where id <> root)`)
        .execute(db)
    },
  },
  {
    name: '2026-11-23-12-comments-client-key',
    async up(db) {
      await sql.raw('alter table comment add column client_key text').execute(db)
      await sql.raw('create unique index comment_client_key on comment (client_key)').execute(db)
    },
  },
]
