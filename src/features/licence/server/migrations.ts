import { migration } from '#platform/server/database/index.ts'

export const migrations = [
  migration('2026-11-29-10-licence', ({ types: { integer, key } }) => [
    `create table licence_reminder (
        account_id ${integer} not null primary key references account (id) on delete cascade,
        later ${integer} not null, never ${key} not null)`,
  ]),
]
