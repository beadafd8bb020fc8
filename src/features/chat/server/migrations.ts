import { migration } from '#platform/server/database/index.ts'

export const migrations = [
  migration('2026-11-29-20-chat', ({ types: { id, integer, key } }) => [
    `create table chat_room (
        id ${id}, space_id ${integer} not null references space (id) on delete cascade, name text not null,
        service ${key} not null, url text not null, events text not null, active ${integer} not null,
        created_at ${integer} not null, last_at ${integer}, last_delivered ${integer} not null,
        last_description text not null)`,
    'create index chat_room_space on chat_room (space_id, id)',
  ]),
]
