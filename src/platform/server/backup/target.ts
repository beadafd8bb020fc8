import { rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import SqliteDriver from 'better-sqlite3'
import pg from 'pg'
import type { Config } from '../config.ts'
import { bigintAsNumber } from '../database/postgres.ts'
import { sqliteFile } from '../database/sqlite.ts'
import { openSnapshot, type Row, type TableShape } from './snapshot.ts'
import { quote } from './sql.ts'

/** A database that a backup is put into. */
export interface Target {
  /** True when it holds no table at all. */
  isEmpty(): Promise<boolean>
  /** Begins the one transaction, and empties the tables of what their migrations put there. */
  begin(tables: readonly string[]): Promise<void>
  insert(table: string, rows: readonly Row[]): Promise<void>
  /** Sets the counters, checks every reference and commits. */
  commit(sequences: Record<string, number>): Promise<void>
  /** Removes every table. */
  clear(): Promise<void>
  close(): Promise<void>
}

type Place = Pick<Config, 'databaseUrl' | 'home'>

/** The database that the settings name, to be filled. */
export function openTarget(config: Place): Promise<Target> {
  return config.databaseUrl ? openPostgresTarget(config, config.databaseUrl) : openSqliteTarget(config)
}

/** The tables as they are now, by name. */
async function shapesOf(config: Place): Promise<Map<string, TableShape>> {
  const snapshot = await openSnapshot(config)
  try {
    return new Map(snapshot.tables.map(table => [table.name, table]))
  } finally {
    await snapshot.close()
  }
}

function shapeOf(shapes: ReadonlyMap<string, TableShape>, table: string, row: Row = {}): TableShape {
  const shape = shapes.get(table)
  if (!shape) throw new Error(`The backup holds the table ${table}, which this version of Oxbow does not have`)
  const strange = Object.keys(row).find(column => !shape.columns.includes(column))
  if (strange !== undefined)
    throw new Error(`The backup holds ${table}.${strange}, which this version of Oxbow does not have`)
  return shape
}

async function openSqliteTarget(config: Place): Promise<Target> {
  const file = sqliteFile(config.home)
  let db: SqliteDriver.Database | undefined
  let shapes = new Map<string, TableShape>()
  const connection = () => {
    if (!db) throw new Error('begin() comes first')
    return db
  }
  return {
    async isEmpty() {
      return !existsSync(file) || (await shapesOf(config)).size === 0
    },
    async begin(tables) {
      shapes = await shapesOf(config)
      db = new SqliteDriver(file)
      db.pragma('journal_mode = wal')
      db.pragma('synchronous = full')
      // Rows arrive table by table, children before their parents; all references are checked before the commit.
      db.pragma('foreign_keys = off')
      db.exec('begin immediate')
      for (const table of tables) db.exec(`delete from ${quote(shapeOf(shapes, table).name)}`)
    },
    async insert(table, rows) {
      const columns = Object.keys(rows[0] ?? {})
      const { name } = shapeOf(shapes, table, rows[0])
      const insert = connection().prepare(
        `insert into ${quote(name)} (${columns.map(quote).join(', ')}) values (${columns.map(() => '?').join(', ')})`,
      )
      for (const row of rows) insert.run(columns.map(column => row[column]))
    },
    async commit(sequences) {
      for (const [table, last] of Object.entries(sequences)) {
        connection().prepare('delete from sqlite_sequence where name = ?').run(table)
        connection().prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(table, last)
      }
      const [broken] = connection().pragma('foreign_key_check') as { table: string; parent: string }[]
      if (broken)
        throw new Error(
          `The backup is damaged: a row of ${broken.table} names a row of ${broken.parent} that is not there`,
        )
      connection().exec('commit')
    },
    async clear() {
      db?.close()
      db = undefined
      for (const suffix of ['', '-wal', '-shm']) await rm(file + suffix, { force: true })
    },
    async close() {
      db?.close()
    },
  }
}

async function openPostgresTarget(config: Place, url: string): Promise<Target> {
  const client = new pg.Client({ connectionString: url, application_name: 'oxbow restore', types: bigintAsNumber })
  client.on('error', () => {})
  await client.connect()
  let shapes = new Map<string, TableShape>()
  let references: { table: string; name: string; definition: string }[] = []
  return {
    async isEmpty() {
      const { rowCount } = await client.query(
        `select 1 from information_schema.tables where table_schema = current_schema() limit 1`,
      )
      return rowCount === 0
    },
    async begin(tables) {
      shapes = await shapesOf(config)
      await client.query('begin')
      // Rows arrive table by table, children before their parents: references are taken off and put back, which checks
      // them.
      references = (
        await client.query<{ table: string; name: string; definition: string }>(`
        select c.conrelid::regclass::text as table, c.conname as name, pg_get_constraintdef(c.oid) as definition
        from pg_constraint c where c.contype = 'f' and c.connamespace = current_schema()::regnamespace`)
      ).rows
      for (const { table, name } of references)
        await client.query(`alter table ${table} drop constraint ${quote(name)}`)
      const names = tables.map(table => quote(shapeOf(shapes, table).name))
      if (names.length > 0) await client.query(`truncate ${names.join(', ')}`)
    },
    async insert(table, rows) {
      const { name } = shapeOf(shapes, table, rows[0])
      const columns = Object.keys(rows[0] ?? {})
        .map(quote)
        .join(', ')
      const json = JSON.stringify(rows, bytesAsHex)
      await client.query(
        `insert into ${quote(name)} (${columns}) select ${columns} from json_populate_recordset(null::${quote(name)}, $1::json)`,
        [json],
      )
    },
    async commit(sequences) {
      for (const [table, last] of Object.entries(sequences)) {
        const { identity } = shapeOf(shapes, table)
        if (identity === undefined)
          throw new Error(`The backup counts the rows of ${table}, which this version of Oxbow does not`)
        await client.query('select setval(pg_get_serial_sequence($1, $2), $3, $4)', [
          quote(table),
          identity,
          Math.max(1, last),
          last > 0,
        ])
      }
      for (const { table, name, definition } of references) {
        await client.query(`alter table ${table} add constraint ${quote(name)} ${definition}`)
      }
      await client.query('commit')
      await client.query('analyze')
    },
    async clear() {
      await client.query('rollback')
      const { rows } = await client.query<{ name: string }>(
        `select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE'`,
      )
      if (rows.length > 0) await client.query(`drop table ${rows.map(row => quote(row.name)).join(', ')} cascade`)
    },
    close: () => client.end(),
  }
}

function bytesAsHex(this: Row, key: string, value: unknown): unknown {
  const original = this[key]
  return Buffer.isBuffer(original) ? `\\x${original.toString('hex')}` : value
}
