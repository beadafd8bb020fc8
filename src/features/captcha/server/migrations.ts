import { sql } from 'kysely'
import type { Migration } from '#platform/server/database/index.ts'

export const migrations: Migration[] = [
  {
    name: '2026-11-23-10-captcha',
    async up(db, { types: { integer, key } }) {
      await sql
        .raw(`create table captcha_used (id_hash ${key} primary key, expires_at ${integer} not null)`)
        .execute(db)
      await sql.raw('create index captcha_used_expiry on captcha_used (expires_at)').execute(db)
    },
  },
]
