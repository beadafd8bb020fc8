import { migration } from '#platform/server/database/index.ts'

export const migrations = [
  migration('2026-11-21-99-look-and-feel', ({ types: { integer } }) => [
    `create table space_colour_scheme (
      space_id ${integer} primary key references space (id) on delete cascade, custom ${integer} not null, colours text not null)`,
  ]),
]
