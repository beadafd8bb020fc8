import { sql, type Transaction } from 'kysely'
import type { Database, EngineDialect } from './database.ts'
import type { Tables } from './tables.ts'

/** There is no event log before the first migration, and nothing is cached before the last. */
const BEFORE_EVENTS = { invalidates: false }

/** One step of the schema. Names sort in order of application: `2026-11-21-01-content`. */
export interface Migration {
  readonly name: string
  up(db: Transaction<Tables>, dialect: EngineDialect): Promise<void>
}

/** A migration of SQL alone: its statements, for the dialect, are run one after the other. */
export function migration(name: string, statements: (dialect: EngineDialect) => readonly string[]): Migration {
  return {
    name,
    async up(db, dialect) {
      for (const statement of statements(dialect)) await sql.raw(statement).execute(db)
    },
  }
}

const platformMigration = migration('2026-11-21-00-platform', ({ types: { id, integer } }) => [
  `create table event (
      id ${id}, at ${integer} not null, kind text not null, actor_id ${integer},
      space_id ${integer}, content_id ${integer}, data text not null)`,
  'create index event_content on event (content_id, id)',
  `create table event_cursor (
      subscriber text primary key, position ${integer} not null, updated_at ${integer} not null)`,
  'create table setting (name text primary key, value text not null)',
])

const platformMigrations = [
  platformMigration,
  // Named to come before all others: they may append events. No value, as in rows that another program inserts, means
  // everything.
  migration('2026-11-21-00-platform-changes', () => ['alter table event add column changes text']),
]

/** Names of the migrations that the database lacks; it is only read. */
export async function missingMigrations(database: Database, migrations: readonly Migration[]): Promise<string[]> {
  const wanted = [...platformMigrations, ...migrations].map(migration => migration.name)
  const tables = await database.read.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(table => table.name === 'migration')) return wanted
  const done = new Set((await database.read.selectFrom('migration').select('name').execute()).map(row => row.name))
  return wanted.filter(name => !done.has(name))
}

/**
 * Brings the schema up to date, each migration in a separate transaction.
 * @returns the names applied now.
 * @throws when the database holds migrations that this version does not know: it was written by a newer one.
 */
export async function migrate(database: Database, migrations: readonly Migration[]): Promise<string[]> {
  const ordered = [...platformMigrations, ...migrations].toSorted((a, b) =>
    a.name < b.name ? -1 : a.name > b.name ? 1 : 0,
  )
  const doubled = ordered.find((m, i) => ordered[i + 1]?.name === m.name)
  if (doubled) throw new Error(`Two migrations bear the name ${doubled.name}`)
  await database.transaction(async ({ db, engine }) => {
    // Without the lock, two that start at once both find no table, and the second fails at making it.
    if (engine === 'postgres') await lock(db)
    await sql
      .raw(`create table if not exists migration (
      name text primary key, applied_at ${database.dialect.types.integer} not null)`)
      .execute(db)
  }, BEFORE_EVENTS)
  const known = new Set(ordered.map(m => m.name))
  const done = new Set((await database.read.selectFrom('migration').select('name').execute()).map(row => row.name))
  const unknown = [...done].filter(name => !known.has(name))
  if (unknown.length > 0) {
    throw new Error(
      `The database was written by a newer version of Oxbow (it holds ${unknown.join(', ')}). Start that version, or restore a backup.`,
    )
  }
  const applied: string[] = []
  for (const migration of ordered) {
    if (done.has(migration.name)) continue
    const ran = await database.transaction(async ({ db, engine }) => {
      // Several machines may start at once; the lock makes one of them migrate and the others find it done.
      if (engine === 'postgres') await lock(db)
      const present = await db
        .selectFrom('migration')
        .select('name')
        .where('name', '=', migration.name)
        .executeTakeFirst()
      if (present) return false
      await migration.up(db, database.dialect)
      await db.insertInto('migration').values({ name: migration.name, applied_at: Date.now() }).execute()
      return true
    }, BEFORE_EVENTS)
    if (ran) applied.push(migration.name)
  }
  return applied
}

/** Held until the transaction ends, and waited for as long as another machine migrates. The number is ours alone. */
async function lock(db: Transaction<Tables>): Promise<void> {
  await sql`set local lock_timeout = 0`.execute(db)
  await sql`select pg_advisory_xact_lock(817102501)`.execute(db)
}
