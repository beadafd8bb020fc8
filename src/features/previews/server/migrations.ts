import { migration } from '#platform/server/database/index.ts'

export const migrations = [
  migration('2026-11-23-30-file-words', ({ types: { integer, key } }) => [
    `create table file_words (
      content_id ${integer} primary key references content (id) on delete cascade, source ${key} not null, words text not null)`,
  ]),
  migration('2026-11-23-70-file-pins', ({ types: { integer } }) => {
    const content = (column: string) => `${column} ${integer} not null references content (id) on delete cascade`
    return [
      `create table file_pin (${content('comment_id')} primary key, ${content('file_id')}, version ${integer} not null,
        number ${integer} not null, x double precision not null, y double precision not null)`,
      `create unique index file_pin_number on file_pin (file_id, number)`,
    ]
  }),
]
