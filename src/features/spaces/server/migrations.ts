import { sql } from 'kysely'
import { migration, type Migration } from '#platform/server/database/index.ts'
import { foldName } from './keys.ts'

export const migrations: Migration[] = [
  migration('2026-11-21-20-spaces', ({ types: { id, integer, key } }) => [
    `create table space (
        id ${id}, key text not null, key_fold ${key} not null unique, name text not null, type ${key} not null,
        status ${key} not null, description text not null, home_page_id ${integer},
        owner_id ${integer} references account (id), creator_id ${integer} references account (id),
        created_at ${integer} not null, updated_at ${integer} not null)`,
    `create table space_permission (
        id ${id}, space_id ${integer} not null references space (id) on delete cascade,
        account_id ${integer} references account (id) on delete cascade,
        group_id ${integer} references account_group (id) on delete cascade, permission ${key} not null)`,
    `create unique index space_permission_grant on space_permission
        (space_id, permission, coalesce(account_id, 0), coalesce(group_id, 0))`,
    `create index space_permission_account on space_permission (account_id, permission, space_id)`,
    `create index space_permission_group on space_permission (group_id, permission, space_id)`,
  ]),
  {
    name: '2026-11-21-21-space-details',
    async up(db, { types }) {
      const { id, integer, key } = types
      const statements = [
        `alter table space add column name_fold ${key} not null default ''`,
        `create index space_name on space (name_fold, id)`,
        `create index space_deleting on space (id) where status = 'deleting'`,
        `create table space_property (
        id ${id}, space_id ${integer} not null references space (id) on delete cascade, key ${key} not null,
        value text not null, version ${integer} not null, message text not null, minor ${integer} not null,
        updated_at ${integer} not null)`,
        `create unique index space_property_key on space_property (space_id, key)`,
        `create table space_favourite (
        account_id ${integer} not null references account (id) on delete cascade,
        space_id ${integer} not null references space (id) on delete cascade, at ${integer} not null,
        primary key (account_id, space_id))`,
        `create index space_favourite_space on space_favourite (space_id)`,
      ]
      for (const statement of statements) await sql.raw(statement).execute(db)
      // Folding is done here: SQLite's own lower() knows ASCII only.
      const spaces = await db.selectFrom('space').select(['id', 'name']).execute()
      for (const space of spaces) {
        await db
          .updateTable('space')
          .set({ name_fold: foldName(space.name) })
          .where('id', '=', space.id)
          .execute()
      }
    },
  },
  migration('2026-11-21-22-space-logo', () => [`alter table space add column logo_sha256 text`]),
]
