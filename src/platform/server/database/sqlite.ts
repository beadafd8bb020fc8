import { join } from 'node:path'
import SqliteDriver from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import { ConfigError } from '../config.ts'
import { NO_PEERS, type Peers } from '../processes/index.ts'
import type { Database, EngineDialect } from './database.ts'
import { Generation, MOST_EVENTS, type StoredChanges } from './generation.ts'
import { sqliteConnectionDialect } from './sqlite-driver.ts'
import type { Sources } from './sources.ts'
import type { Tables } from './tables.ts'
import { EventWakeUp, runTransaction } from './transaction.ts'
import { WriteAheadLog } from './write-ahead-log.ts'

export const sqliteDialect: EngineDialect = {
  engine: 'sqlite',
  types: { id: 'integer primary key autoincrement', integer: 'integer', key: 'text', bytes: 'blob' },
  inIntegers: values =>
    values.length <= MOST_PARAMETERS
      ? sql`(${sql.join(filledUp(values))})`
      : sql`(select value from json_each(${JSON.stringify(values)}))`,
}

/** Notifies other processes that the event log has grown. */
const EVENTS = 'database.events'

/** Short lists are bound one by one, which is several times faster than unpacking JSON. */
const MOST_PARAMETERS = 64

/** The list filled up to a power of two by its last value, so that few different statements come about. */
function filledUp(values: readonly number[]): (number | null)[] {
  const last = values.at(-1) ?? null
  const length = 2 ** Math.ceil(Math.log2(Math.max(1, values.length)))
  return [...values, ...Array.from({ length: length - values.length }, () => last)]
}

/**
 * Damage that SQLite finds in a file, a line each. On a separate connection: the full-text index of one that was open
 * while another wrote looks damaged to that check and is not.
 */
export function damageIn(file: string): string[] {
  const connection = new SqliteDriver(file, { readonly: true })
  try {
    const lines = connection.pragma('integrity_check(100)') as { integrity_check: string }[]
    return lines.map(line => line.integrity_check).filter(line => line !== 'ok')
  } finally {
    connection.close()
  }
}

/** Path of the database file inside the home folder. */
export function sqliteFile(home: string): string {
  return join(home, 'oxbow.sqlite')
}

/**
 * Opens (and creates) the SQLite database: WAL, one writer and one reader connection.
 * @param peers other processes of this server, with which it takes turns in writing
 */
export function openSqlite(file: string, peers: Peers = NO_PEERS): Database {
  const writer = connect(file, WRITER_CACHE_KIB)
  const reader = connect(file, READER_CACHE_KIB)
  reader.pragma('query_only = on')
  const write = new Kysely<Tables>({
    dialect: sqliteConnectionDialect(writer, { writes: true, turn: peers.writeTurn }),
  })
  const read = new Kysely<Tables>({ dialect: sqliteConnectionDialect(reader, { writes: false }) })
  const log = new WriteAheadLog(`${file}-wal`)
  const wakeUp = new EventWakeUp()
  const beginning: (() => void)[] = []
  const generation = new LocalGeneration(reader)
  peers.handle(EVENTS, () => {
    generation.refresh()
    wakeUp.wake('peer')
  })
  return {
    engine: 'sqlite',
    dialect: sqliteDialect,
    read,
    transaction(work, options) {
      for (const listener of beginning) listener()
      return runTransaction(write, sqliteDialect, wakeUp, work, {
        ...options,
        flush: () => log.flush(),
        committed(events) {
          generation.refresh()
          if (events > 0) peers.broadcast(EVENTS)
        },
      })
    },
    onTransaction: listener => void beginning.push(listener),
    onEvents: listener => wakeUp.add(listener),
    generation: () => generation.current(),
    queryGeneration: async () => generation.current(),
    isUnchanged: (sources, since) => generation.isUnchanged(sources, since),
    refreshGeneration: () => generation.refresh(),
    invalidate: () => generation.advance(),
    channel: undefined,
    async ping() {
      await sql`select 1`.execute(read)
    },
    async close() {
      // Once what is being written is there: within a transaction SQLite refuses a checkpoint.
      await write.connection().execute(async () => void writer.pragma('wal_checkpoint(TRUNCATE)'))
      await read.destroy()
      await write.destroy()
      await log.close()
    },
  }
}

interface EventChanges {
  readonly id: number
  readonly changes: StoredChanges
}

/**
 * The generation of a database in this process. The event log is read once in a turn of the event loop: that costs as
 * much as a small query, and making a page asks thirty times.
 */
class LocalGeneration {
  readonly #generation = new Generation()
  readonly #connection: SqliteDriver.Database
  #statements: { newest: SqliteDriver.Statement; after: SqliteDriver.Statement } | undefined
  /** Id of the newest event that was read. */
  #newest: number | undefined
  #isRead = false

  /** @param connection one that never writes, and so sees what is committed */
  constructor(connection: SqliteDriver.Database) {
    this.#connection = connection
  }

  current(): number {
    if (!this.#isRead) {
      this.#read()
      this.#isRead = true
      setImmediate(() => this.refresh())
    }
    return this.#generation.number
  }

  isUnchanged(sources: Sources, since: number): boolean {
    this.current()
    return this.#generation.isUnchanged(sources, since)
  }

  /** The event log may have grown. */
  refresh(): void {
    this.#isRead = false
  }

  advance(): void {
    this.#generation.advance()
    this.refresh()
  }

  #read(): void {
    // Prepared at first use: a new database has no event log before it is migrated.
    this.#statements ??= {
      newest: this.#connection.prepare('select max(id) from event').pluck(),
      after: this.#connection.prepare(`select id, changes from event where id > ? order by id limit ${MOST_EVENTS}`),
    }
    const newest = (this.#statements.newest.get() as number | null) ?? 0
    if (newest === this.#newest) return
    const events = this.#newest === undefined ? [] : (this.#statements.after.all(this.#newest) as EventChanges[])
    const areAll = events.length > 0 && events.length < MOST_EVENTS
    this.#newest = areAll ? events.at(-1)?.id : newest
    if (areAll) this.#generation.grow(events.map(({ changes }) => changes))
    else this.#generation.advance()
  }
}

/**
 * Size of the page cache of a connection. More brings little: what is not here comes from the system's cache in
 * microseconds.
 */
const READER_CACHE_KIB = 3 * 1024
const WRITER_CACHE_KIB = 2 * 1024

/** @throws ConfigError when the file is no database, or too damaged to be opened */
function connect(file: string, cacheKib: number): SqliteDriver.Database {
  const connection = new SqliteDriver(file)
  try {
    connection.pragma('journal_mode = wal')
  } catch (error) {
    connection.close()
    const { code, message } = error as { code?: string; message?: string }
    if (code !== 'SQLITE_NOTADB' && code !== 'SQLITE_CORRUPT') throw error
    throw new ConfigError(
      `${file} cannot be opened as the database of the wiki: ${message}. It is damaged, or was put there by mistake. ` +
        'Keep a copy of it, and restore a backup into an empty folder (`oxbow restore`, with OXBOW_HOME set to that folder), or set OXBOW_HOME to the right one.',
    )
  }
  // Commits are flushed by WriteAheadLog.
  connection.pragma('synchronous = normal')
  connection.pragma('foreign_keys = on')
  connection.pragma('busy_timeout = 10000')
  connection.pragma(`cache_size = -${cacheKib}`)
  connection.pragma('temp_store = memory')
  return connection
}
