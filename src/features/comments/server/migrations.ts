import { migration } from '#platform/server/database/index.ts'

export const migrations = [
  migration('2026-11-21-45-comments', ({ types: { integer, key } }) => [
    `create table comment (
      content_id ${integer} primary key references content (id) on delete cascade, location ${key} not null,
      marker_ref text, original_selection text, resolution ${key} not null, resolved_by ${integer}, resolved_at ${integer})`,
  ]),
  // An answer is where its comment is; those to comments on marked text were stored as comments below the page.
  migration('2026-11-22-45-comments-answers', () => [
    `with recursive thread(id, root) as (
        select content.id, content.id from content join comment on comment.content_id = content.id
          where content.type = 'comment' and content.parent_id is null and comment.location = 'inline'
        union all select content.id, thread.root from content join thread on content.parent_id = thread.id where content.type = 'comment')
      update comment set (location, marker_ref, original_selection, resolution, resolved_by, resolved_at) = (
        select begins.location, begins.marker_ref, begins.original_selection, begins.resolution, begins.resolved_by,
          begins.resolved_at
          from thread join comment begins on begins.content_id = thread.root where thread.id = comment.content_id)
      where content_id in (select id from thread where id <> root)`,
  ]),
  migration('2026-11-23-12-comments-client-key', () => [
    'alter table comment add column client_key text',
    'create unique index comment_client_key on comment (client_key)',
  ]),
  migration('2026-11-27-75-comments-highlights', () => ['alter table comment add column serialized_highlights text']),
]
