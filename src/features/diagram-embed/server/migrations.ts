import { migration } from '#platform/server/database/index.ts'
import { GROUP_USERS } from '#features/accounts/server/index.ts'

export const migrations = [
  migration('2026-11-23-60-diagram-embed', ({ types: { id, integer, key } }) => [
    `create table diagram_embed_link (
        id ${id}, attachment_id ${integer} not null references content (id) on delete cascade,
        token_hash ${key} not null,
        version ${integer}, creator_id ${integer} references account (id) on delete set null, created_at ${integer} not null)`,
    'create unique index diagram_embed_link_token on diagram_embed_link (token_hash)',
    'create index diagram_embed_link_attachment on diagram_embed_link (attachment_id)',
    'create index diagram_embed_link_creator on diagram_embed_link (creator_id)',
    `create table diagram_embed_use (
        link_id ${integer} not null references diagram_embed_link (id) on delete cascade, source ${key} not null,
        uses ${integer} not null, last_used_at ${integer} not null, primary key (link_id, source))`,
    `create table diagram_embed_space (
        space_id ${integer} primary key references space (id) on delete cascade, enabled ${integer} not null)`,
  ]),
  migration('2026-11-27-71-diagram-embed-audience', ({ types: { integer } }) => [
    `alter table diagram_embed_link add column space_id ${integer} references space (id) on delete set null`,
    `alter table diagram_embed_link add column was_open ${integer} not null default 0`,
    'create index diagram_embed_link_space on diagram_embed_link (space_id)',
  ]),
  migration('2026-11-27-72-diagram-embed-audience-of-links', () => [
    // The event of a link names the space that it was made in; its page may have moved since.
    `update diagram_embed_link set space_id = (
        select space.id from event left join space on space.id = event.space_id
        where event.content_id = diagram_embed_link.attachment_id and event.kind = 'diagram-embed.created'
        order by abs(event.at - diagram_embed_link.created_at), event.id limit 1)`,
    `update diagram_embed_link set space_id = (select space_id from content where content.id = attachment_id)
        where not exists (select 1 from event
          where event.content_id = diagram_embed_link.attachment_id and event.kind = 'diagram-embed.created')`,
    `update diagram_embed_link set was_open = 1 where exists (
        select 1 from space_permission left join account_group on account_group.id = space_permission.group_id
        where space_permission.space_id = diagram_embed_link.space_id and space_permission.permission = 'read:space'
          and space_permission.account_id is null
          and (space_permission.group_id is null or account_group.name = '${GROUP_USERS}'))`,
  ]),
]
