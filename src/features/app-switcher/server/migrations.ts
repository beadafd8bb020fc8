import { migration } from '#platform/server/database/index.ts'

export const migrations = [
  migration('2026-11-26-41-app-switcher', ({ types: { id, integer, key } }) => [
    `create table shortcut (
        id ${id}, space_id ${integer} references space (id) on delete cascade, label text not null, url text not null,
        description text not null, hidden ${integer} not null, allowed_groups text not null)`,
    'create index shortcut_space on shortcut (space_id, id)',
    `create table menu_user_data (
        account_id ${integer} not null references account (id) on delete cascade, key ${key} not null,
        value text not null, primary key (account_id, key))`,
  ]),
]
