import { migration } from '#platform/server/database/index.ts'

export const migrations = [
  migration('2026-11-23-10-captcha', ({ types: { integer, key } }) => [
    `create table captcha_used (id_hash ${key} primary key, expires_at ${integer} not null)`,
    'create index captcha_used_expiry on captcha_used (expires_at)',
  ]),
]
