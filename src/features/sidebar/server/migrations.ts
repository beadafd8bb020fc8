import { migration } from '#platform/server/database/index.ts'
import { MAIN_LINKS } from './main-links.ts'

export const migrations = [
  migration('2026-11-21-91-sidebar', ({ types: { id, integer, key } }) => [
    `create table sidebar_link (
        id ${id}, space_id ${integer} not null references space (id) on delete cascade, link_group ${key} not null,
        position ${key} not null, hidden ${integer} not null, collector_key ${key} not null,
        content_id ${integer} references content (id) on delete cascade,
        target_space_id ${integer} references space (id) on delete cascade, url text not null, title text not null)`,
    `create index sidebar_link_place on sidebar_link (space_id, link_group, position, id)`,
    `create index sidebar_link_content on sidebar_link (content_id) where content_id is not null`,
    `create index sidebar_link_target on sidebar_link (target_space_id) where target_space_id is not null`,
    `create table sidebar_option (
        space_id ${integer} not null primary key references space (id) on delete cascade, nav_type ${key} not null,
        quick_links_state ${key} not null, page_tree_state ${key} not null, custom_content text not null)`,
    // The blog's tree goes from year to year and month to month.
    `create index content_posts on content (space_id, posting_day, id) where type = 'blogpost' and status = 'current'`,
    ...MAIN_LINKS.map(
      ({ collectorKey, position }) => `
        insert into sidebar_link (space_id, link_group, position, hidden, collector_key, content_id, target_space_id,
        url, title)
        select id, 'main', '${position}', 0, '${collectorKey}', null, null, '', '' from space`,
    ),
  ]),
]
