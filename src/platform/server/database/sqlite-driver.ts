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
import { PlannedQueryCompiler } from './sqlite-compiler.ts'

/** Prepared statements cached per connection. Preparing one costs several times its execution. */
const STATEMENT_CACHE = 200

/**
 * Kysely on a connection of better-sqlite3 that only reads: every query may run at once. Unlike Kysely's own dialect it
 * caches prepared statements.
 */
export function readingDialect(connection: SqliteConnection.Database): Dialect {
  const caching = new CachingConnection(connection)
  return dialectOf(new ReadingDriver(connection, caching), new ReadingSqliteAdapter(caching))
}

/**
 * Kysely on a connection of better-sqlite3 that writes: each transaction has it alone, in the order in which they came.
 * @param turn waited for before each transaction. Without it, SQLite makes the whole process sleep until others have
 *   written
 * @returns two dialects on the one connection, by whether their transactions are durable when they resolve
 */
export function writingDialects(
  connection: SqliteConnection.Database,
  turn?: WriteTurn,
): { durable: Dialect; relaxed: Dialect } {
  const caching = new CachingConnection(connection)
  const lock = new WriteLock(connection, turn)
  const dialect = (synchronous: Synchronous) =>
    dialectOf(new WritingDriver(connection, caching, lock, synchronous), new WritingSqliteAdapter(caching))
  return { durable: dialect('full'), relaxed: dialect('normal') }
}

function dialectOf(driver: Driver, adapter: SqliteAdapter): Dialect {
  return {
    createDriver: () => driver,
    createQueryCompiler: () => new PlannedQueryCompiler(),
    createAdapter: () => adapter,
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
  }
}

/** Of a commit in WAL mode: whether the log is flushed to the disk with it. https://sqlite.org/pragma.html#pragma_synchronous */
type Synchronous = 'full' | 'normal'

/** Gives a connection to one transaction at a time. */
class WriteLock {
  readonly #connection: SqliteConnection.Database
  readonly #turn: WriteTurn | undefined
  #synchronous: Synchronous | undefined
  #isHeld = false
  #waiting: (() => void)[] = []

  constructor(connection: SqliteConnection.Database, turn: WriteTurn | undefined) {
    this.#connection = connection
    this.#turn = turn
  }

  async acquire(synchronous: Synchronous): Promise<void> {
    if (this.#isHeld) await new Promise<void>(resolve => this.#waiting.push(resolve))
    this.#isHeld = true
    await this.#turn?.take()
    if (this.#synchronous === synchronous) return
    this.#connection.pragma(`synchronous = ${synchronous}`)
    this.#synchronous = synchronous
  }

  /**
   * Who writes next, waiting already or not, begins in a later turn of the event loop: a row of transactions would
   * otherwise run to its end before anybody else is answered, or any connection accepted.
   */
  release(): void {
    this.#turn?.giveBack()
    setImmediate(this.#handOn)
  }

  readonly #handOn = (): void => {
    const next = this.#waiting.shift()
    // Handed on while still held, so that nobody who comes now gets in between.
    if (next) next()
    else this.#isHeld = false
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

/** Marks a database that only reads, so that nobody ever has its connection alone. */
export class ReadingSqliteAdapter extends DirectSqliteAdapter {}

/** Marks a database that writes: a transaction has its connection alone. */
export class WritingSqliteAdapter extends DirectSqliteAdapter {}

class ReadingDriver implements Driver {
  protected readonly database: SqliteConnection.Database
  protected readonly connection: DatabaseConnection

  constructor(database: SqliteConnection.Database, connection: DatabaseConnection) {
    this.database = database
    this.connection = connection
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.connection
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(): Promise<void> {
    throw new Error('This connection only reads')
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async destroy(): Promise<void> {
    this.database.close()
  }
}

class WritingDriver extends ReadingDriver {
  readonly #lock: WriteLock
  readonly #synchronous: Synchronous

  constructor(
    database: SqliteConnection.Database,
    connection: DatabaseConnection,
    lock: WriteLock,
    synchronous: Synchronous,
  ) {
    super(database, connection)
    this.#lock = lock
    this.#synchronous = synchronous
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.#lock.acquire(this.#synchronous)
    return this.connection
  }

  override async releaseConnection(): Promise<void> {
    this.#lock.release()
  }

  /**
   * Takes the write lock at once: a transaction that reads first and writes later would fail when another process (a
   * command line, say) wrote in between.
   */
  override async beginTransaction(): Promise<void> {
    await this.connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  override async commitTransaction(): Promise<void> {
    await this.connection.executeQuery(CompiledQuery.raw('commit'))
  }

  /**
   * SQLite has rolled back by itself where the disk is full or fails; what went wrong must not be hidden by doing it
   * again.
   */
  override async rollbackTransaction(): Promise<void> {
    if (!this.database.inTransaction) return
    await this.connection.executeQuery(CompiledQuery.raw('rollback'))
  }
}

class CachingConnection implements DatabaseConnection {
  #database: SqliteConnection.Database
  #statements = new LRUCache<string, SqliteConnection.Statement>({ max: STATEMENT_CACHE })

  constructor(database: SqliteConnection.Database) {
    this.#database = database
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.run(query)
  }

  run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    let statement = this.#statements.get(sql)
    if (!statement) {
      statement = this.#database.prepare(sql)
      this.#statements.set(sql, statement)
    }
    if (statement.reader) return { rows: statement.all(parameters) as R[] }
    const { changes, lastInsertRowid } = statement.run(parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  // oxlint-disable-next-line require-yield -- nothing streams: lists are paged, backups have a connection of their own
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming queries are not offered on SQLite')
  }
}
