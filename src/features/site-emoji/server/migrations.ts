import { migration } from '#platform/server/database/index.ts'

export const migrations = [
  migration('2026-11-29-50-site-emoji', ({ types: { id, integer, key } }) => [
    `create table site_emoji (
      id ${id}, name ${key} not null, emoji_id ${key} not null, sha256 ${key} not null, created_at ${integer} not null)`,
    'create unique index site_emoji_name on site_emoji (name)',
  ]),
]
