import { migration } from '#platform/server/database/index.ts'

export const migrations = [
  migration('2026-11-26-30-templates', ({ types: { id, integer, key } }) => [
    `create table content_template (
        id ${id}, space_id ${integer} references space (id) on delete cascade, name text not null,
        name_key ${key} not null, description text not null, labels text not null, storage text not null)`,
    'create index content_template_name on content_template (space_id, name_key)',
    `create table blueprint_index_page (
        space_id ${integer} not null references space (id) on delete cascade, blueprint ${key} not null,
        content_id ${integer} not null references content (id) on delete cascade, primary key (space_id, blueprint))`,
    'create index blueprint_index_page_content on blueprint_index_page (content_id)',
  ]),
]
