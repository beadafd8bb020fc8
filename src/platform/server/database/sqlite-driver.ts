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
import type { WriteTurn } from '../processes/index.ts'
import { noteQuery } from './sources.ts'
import { PlannedQueryCompiler } from './sqlite-compiler.ts'

/** Prepared statements cached per connection. Preparing one costs several times its execution. */
const STATEMENT_CACHE = 200

interface Options {
  readonly writes: boolean
  readonly turn?: WriteTurn | undefined
}

/**
 * Kysely on one connection of better-sqlite3. Unlike Kysely's own dialect it caches prepared statements, gives the
 * connection to those who wait in the order in which they came, and makes no reader wait.
 * @param options.writes opens transactions, each alone on the connection; without it every query may run at once
 * @param options.turn waited for before each transaction. Without it, SQLite makes the whole process sleep until others
 *   have written
 */
export function sqliteConnectionDialect(connection: SqliteConnection.Database, options: Options): Dialect {
  const caching = new CachingConnection(connection, options.writes)
  return {
    createDriver: () => new SqliteConnectionDriver(connection, caching, options),
    createQueryCompiler: () => new PlannedQueryCompiler(),
    createAdapter: () => (options.writes ? new WritingSqliteAdapter(caching) : new ReadingSqliteAdapter(caching)),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
  }
}

/**
 * Runs a compiled query on the connection at once, without Kysely's way to it, which takes longer than most answers.
 * Only for who has the connection, or need not have it alone.
 */
class DirectSqliteAdapter extends SqliteAdapter {
  readonly #connection: CachingConnection

  constructor(connection: CachingConnection) {
    super()
    this.#connection = connection
  }

  executeQuery<R>(query: CompiledQuery<R>): R[] {
    return this.#connection.run<R>(query).rows
  }
}

/** Marks a database that only reads, so that no query ever has its connection alone. */
export class ReadingSqliteAdapter extends DirectSqliteAdapter {}

/** Marks a database that writes: a transaction has its connection alone. */
export class WritingSqliteAdapter extends DirectSqliteAdapter {}

class SqliteConnectionDriver implements Driver {
  #database: SqliteConnection.Database
  #connection: DatabaseConnection
  #writes: boolean
  #turn: WriteTurn | undefined
  #held = false
  #waiting: (() => void)[] = []

  constructor(database: SqliteConnection.Database, connection: DatabaseConnection, options: Options) {
    this.#database = database
    this.#connection = connection
    this.#writes = options.writes
    this.#turn = options.turn
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    if (!this.#writes) return this.#connection
    if (this.#held) await new Promise<void>(resolve => this.#waiting.push(resolve))
    this.#held = true
    await this.#turn?.take()
    return this.#connection
  }

  /**
   * The next writer, waiting already or not, begins in a later turn of the event loop: a row of transactions would
   * otherwise run to its end before any other client is answered, or any connection accepted.
   */
  async releaseConnection(): Promise<void> {
    if (!this.#writes) return
    this.#turn?.giveBack()
    setImmediate(this.#handOn)
  }

  readonly #handOn = (): void => {
    const next = this.#waiting.shift()
    // Handed on while still held, so that no newcomer gets in between.
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

  /**
   * SQLite has rolled back by itself where the disk is full or fails; what went wrong must not be hidden by doing it
   * again.
   */
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
  #writes: boolean
  #statements = new LRUCache<string, SqliteConnection.Statement>({ max: STATEMENT_CACHE })

  constructor(database: SqliteConnection.Database, writes: boolean) {
    this.#database = database
    this.#writes = writes
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.run(query)
  }

  run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    if (!this.#writes) noteQuery()
    let statement = this.#statements.get(sql)
    if (!statement) {
      statement = this.#database.prepare(sql)
      this.#statements.set(sql, statement)
    }
    if (statement.reader) return { rows: statement.all(parameters) as R[] }
    const { changes, lastInsertRowid } = statement.run(parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  // oxlint-disable-next-line require-yield -- nothing streams: lists are paged, backups have a separate connection
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming queries are not offered on SQLite')
  }
}
