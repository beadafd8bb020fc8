import { migration } from '#platform/server/database/index.ts'

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
]
