import SqliteDriver from 'better-sqlite3'
import pg from 'pg'
import type { Config } from '../config.ts'
import type { Engine } from '../database/index.ts'
import { bigintAsNumber } from '../database/postgres.ts'
import { sqliteFile } from '../database/sqlite.ts'
import { blobColumns, quote } from './sql.ts'

export type Row = Record<string, unknown>

export interface TableShape {
  readonly name: string
  /** Stored columns; generated ones make themselves. */
  readonly columns: readonly string[]
  /** Name of the column that counts itself, if any. */
  readonly identity: string | undefined
}

/** The whole database as it was at one moment, while others go on writing. Uses a separate connection. */
export interface Snapshot {
  readonly engine: Engine
  /** Every table that holds data; search structures that an engine maintains itself are excluded. */
  readonly tables: readonly TableShape[]
  readonly migrations: readonly string[]
  /** Rows in batches. */
  rows(table: TableShape): AsyncIterable<Row[]>
  /** The addresses of all blobs that rows name, each once, in batches. */
  blobs(): AsyncIterable<string[]>
  /** The number given last to a row of each table that counts; 0 before the first. */
  sequences(): Promise<Record<string, number>>
  /** Highest id in use of a table that counts. */
  highest(table: TableShape): Promise<number>
  close(): Promise<void>
}

const BATCH = 100
const BLOB_BATCH = 1000

/** Begins a snapshot of the database that the settings name; the caller closes it. */
export function openSnapshot(config: Pick<Config, 'databaseUrl' | 'home'>): Promise<Snapshot> {
  return config.databaseUrl ? openPostgresSnapshot(config.databaseUrl) : openSqliteSnapshot(sqliteFile(config.home))
}

function blobQuery(tables: readonly TableShape[]): string | undefined {
  const parts = tables.flatMap(table =>
    blobColumns(table).map(
      column => `select ${quote(column)} as sha256 from ${quote(table.name)} where ${quote(column)} is not null`,
    ),
  )
  return parts.length === 0 ? undefined : parts.join(' union ')
}

/**
 * SQLite's write-ahead log preserves what a reading transaction sees, however much is written meanwhile. (The online
 * backup interface would restart at each write of another process.)
 */
async function openSqliteSnapshot(file: string): Promise<Snapshot> {
  const db = new SqliteDriver(file, { readonly: true, fileMustExist: true })
  try {
    db.exec('begin')
    const names = db
      .prepare(`select name from pragma_table_list where schema = 'main' and type = 'table'
      and name not like 'sqlite\\_%' escape '\\' order by name`)
      .pluck()
      .all() as string[]
    const tables = names.map((name): TableShape => {
      const columns = db.prepare('select name, pk, type from pragma_table_xinfo(?) where hidden = 0').all(name) as {
        name: string
        pk: number
        type: string
      }[]
      const keys = columns.filter(column => column.pk > 0)
      const { sql } = db.prepare('select sql from sqlite_schema where name = ?').get(name) as { sql: string }
      return {
        name,
        columns: columns.map(column => column.name),
        identity: /\bautoincrement\b/i.test(sql) ? keys[0]?.name : undefined,
      }
    })
    const migrations = names.includes('migration')
      ? (db.prepare('select name from migration order by name').pluck().all() as string[])
      : []
    const batches = async function* <T>(text: string, size: number, pluck: boolean): AsyncIterable<T[]> {
      const statement = db.prepare(text)
      let batch: T[] = []
      for (const row of (pluck ? statement.pluck() : statement).iterate()) {
        if (batch.push(row as T) < size) continue
        yield batch
        batch = []
      }
      if (batch.length > 0) yield batch
    }
    return {
      engine: 'sqlite',
      tables: tables.filter(table => table.name !== 'migration'),
      migrations,
      rows: table =>
        batches<Row>(`select ${table.columns.map(quote).join(', ')} from ${quote(table.name)}`, BATCH, false),
      async *blobs() {
        const query = blobQuery(tables)
        if (query) yield* batches<string>(query, BLOB_BATCH, true)
      },
      async sequences() {
        const counting = tables.filter(table => table.identity !== undefined)
        if (counting.length === 0) return {}
        const rows = db.prepare('select name, seq from sqlite_sequence').all() as { name: string; seq: number }[]
        return Object.fromEntries(
          counting.map(table => [table.name, rows.find(row => row.name === table.name)?.seq ?? 0]),
        )
      },
      highest: async table =>
        Number(
          db
            .prepare(`select max(${quote(table.identity ?? 'rowid')}) from ${quote(table.name)}`)
            .pluck()
            .get() ?? 0,
        ),
      async close() {
        db.close()
      },
    }
  } catch (error) {
    db.close()
    throw error
  }
}

async function openPostgresSnapshot(url: string): Promise<Snapshot> {
  const client = new pg.Client({ connectionString: url, application_name: 'oxbow backup', types: bigintAsNumber })
  // Without a listener a lost connection would end the process; the query that runs reports it.
  client.on('error', () => {})
  await client.connect()
  const all = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
    (await client.query<T>(text, values)).rows
  try {
    await client.query('begin transaction isolation level repeatable read read only')
    const columns = await all<{ table: string; name: string; identity: string }>(`
      select c.table_name as table, c.column_name as name, c.is_identity as identity
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
        and c.data_type <> 'tsvector' order by c.table_name, c.ordinal_position`)
    const tables = [...Map.groupBy(columns, column => column.table)].map(([name, own]): TableShape => ({
      name,
      columns: own.map(column => column.name),
      identity: own.find(column => column.identity === 'YES')?.name,
    }))
    const migrations = tables.some(table => table.name === 'migration')
      ? (await all<{ name: string }>('select name from migration order by name')).map(row => row.name)
      : []
    const batches = async function* <T extends object>(text: string, size: number): AsyncIterable<T[]> {
      await client.query(`declare batch no scroll cursor for ${text}`)
      for (;;) {
        const rows = await all<T>(`fetch ${size} from batch`)
        if (rows.length === 0) break
        yield rows
      }
      await client.query('close batch')
    }
    return {
      engine: 'postgres',
      tables: tables.filter(table => table.name !== 'migration'),
      migrations,
      rows: table => batches<Row>(`select ${table.columns.map(quote).join(', ')} from ${quote(table.name)}`, BATCH),
      async *blobs() {
        const query = blobQuery(tables)
        if (!query) return
        for await (const rows of batches<{ sha256: string }>(query, BLOB_BATCH)) yield rows.map(row => row.sha256)
      },
      async sequences() {
        const result: Record<string, number> = {}
        for (const { name, identity } of tables) {
          if (identity === undefined) continue
          const [sequence] = await all<{ name: string }>('select pg_get_serial_sequence($1, $2) as name', [
            quote(name),
            identity,
          ])
          const [state] = await all<{ last: number; used: boolean }>(
            `select last_value as last, is_called as used from ${sequence?.name ?? ''}`,
          )
          result[name] = state?.used ? state.last : 0
        }
        return result
      },
      async highest(table) {
        const [row] = await all<{ id: number | null }>(
          `select max(${quote(table.identity ?? 'id')}) as id from ${quote(table.name)}`,
        )
        return row?.id ?? 0
      },
      close: () => client.end(),
    }
  } catch (error) {
    await client.end()
    throw error
  }
}
