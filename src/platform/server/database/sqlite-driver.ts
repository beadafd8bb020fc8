import type SqliteConnection from 'better-sqlite3'
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteIntrospector,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import { PlannedQueryCompiler } from './sqlite-compiler.ts'

/** Prepared statements cached per connection. Preparing one costs several times its execution. */
const STATEMENT_CACHE = 200

/**
 * Kysely on one connection of better-sqlite3. Unlike Kysely's own dialect it caches prepared statements, lets those who
 * wait have the connection in the order in which they came, and makes nobody wait who only reads.
 * @param options.writes opens transactions, each alone on the connection; without it every query may run at once
 */
export function sqliteConnectionDialect(connection: SqliteConnection.Database, options: { writes: boolean }): Dialect {
  return {
    createDriver: () => new SqliteConnectionDriver(connection, options.writes),
    createQueryCompiler: () => new PlannedQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
  }
}

class SqliteConnectionDriver implements Driver {
  #database: SqliteConnection.Database
  #connection: DatabaseConnection
  #writes: boolean
  #held = false
  #waiting: (() => void)[] = []

  constructor(database: SqliteConnection.Database, writes: boolean) {
    this.#database = database
    this.#connection = new CachingConnection(database)
    this.#writes = writes
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    if (!this.#writes) return this.#connection
    if (this.#held) await new Promise<void>(resolve => this.#waiting.push(resolve))
    this.#held = true
    return this.#connection
  }

  /**
   * Who writes next, waiting already or not, begins in a later turn of the event loop: a row of transactions would
   * otherwise run to its end before anybody else is answered, or any connection accepted.
   */
  async releaseConnection(): Promise<void> {
    if (this.#writes) setImmediate(this.#handOn)
  }

  readonly #handOn = (): void => {
    const next = this.#waiting.shift()
    // Handed on while still held, so that nobody who comes now gets in between.
    if (next) next()
    else this.#held = false
  }

  /**
   * Takes the write lock at once: a transaction that reads first and writes later would fail when another process (a
   * command line, say) wrote in between.
   */
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    if (!this.#writes) throw new Error('This connection only reads')
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  /** SQLite has rolled back by itself where the disk is full or fails; what went wrong must not be hidden by doing it again. */
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (!this.#database.inTransaction) return
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async destroy(): Promise<void> {
    this.#database.close()
  }
}

class CachingConnection implements DatabaseConnection {
  #database: SqliteConnection.Database
  #statements = new LRUCache<string, SqliteConnection.Statement>({ max: STATEMENT_CACHE })

  constructor(database: SqliteConnection.Database) {
    this.#database = database
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    let statement = this.#statements.get(sql)
    if (!statement) {
      statement = this.#database.prepare(sql)
      this.#statements.set(sql, statement)
    }
    if (statement.reader) return { rows: statement.all(parameters) as R[] }
    const { changes, lastInsertRowid } = statement.run(parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  // oxlint-disable-next-line require-yield -- nothing streams: lists are paged, and the backup reads on a connection of its own
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming queries are not offered on SQLite')
  }
}
