import { sql } from 'kysely'
import { migration, type Migration } from '#platform/server/database/index.ts'
import { engineOf } from './store/engine/index.ts'

export const migrations: Migration[] = [
  {
    name: '2026-11-21-60-search',
    async up(db, dialect) {
      const { integer, key } = dialect.types
      const statements = [
        `create table search_document (
        id ${integer} primary key,
        content_id ${integer} references content (id) on delete cascade,
        space_id ${integer} references space (id) on delete cascade,
        account_id ${integer} references account (id) on delete cascade,
        version ${integer} not null, title text not null, text text not null)`,
        `create unique index search_document_content on search_document (content_id)`,
        `create unique index search_document_space on search_document (space_id)`,
        `create unique index search_document_account on search_document (account_id)`,
        `create table search_term (term ${key} primary key)${dialect.engine === 'sqlite' ? ' without rowid' : ''}`,
        `create table search_state (id ${integer} primary key, format ${integer} not null, phase ${key}, after_id ${integer} not null)`,
        // A wiki that has content already is indexed by a rebuild; see `startRebuildIfDue`.
        `insert into search_state (id, format, phase, after_id) values (1, 0, null, 0)`,
        // Titles without regard to their space: `title = "…"` and suggestions that begin with what was typed.
        `create index search_content_title on content (title_key, status, type, id)`,
      ]
      for (const statement of statements) await sql.raw(statement).execute(db)
      await engineOf(dialect.engine).createIndex(db)
    },
  },
  // A rebuild fills them: see `INDEX_FORMAT`.
  migration('2026-11-25-10-search-passages', dialect => {
    const { integer, bytes } = dialect.types
    return [
      `alter table search_document add column passages ${bytes}`,
      `create table search_passage (
        id ${integer} primary key,
        document_id ${integer} not null references search_document (id) on delete cascade,
        text text not null)`,
      `create index search_passage_document on search_passage (document_id)`,
    ]
  }),
]
