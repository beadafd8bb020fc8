import { sql, type Compilable, type CompiledQuery, type Insertable, type RawBuilder } from 'kysely'
import type { Database, EngineDialect, Queries, WriteTransaction } from './database.ts'
import { ReadingSqliteAdapter, WritingSqliteAdapter } from './sqlite-driver.ts'
import type { Tables } from './tables.ts'

/** Represents a value while a query is built. */
class Parameter {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

const parameters = new Proxy({}, { get: (_, name) => new Parameter(String(name)) })

/**
 * A query that is built and compiled once for each database, for those that every page view or every save runs: on
 * SQLite building one takes several times as long as its answer.
 * @param build makes the query; a parameter may be used wherever a value is bound; its value is not known yet
 * @returns runs it on a database or within a transaction, with values for all parameters; one that writes only within
 * one
 */
export function prepared<P extends Readonly<Record<string, unknown>>, R>(
  build: (db: Queries, parameter: P) => Compilable<R>,
): (db: Queries, values: P) => Promise<R[]> {
  const compiled = new WeakMap<object, CompiledQuery<R>>()
  return async (db, values) => {
    // A database and its transactions have one adapter.
    const { adapter } = db.getExecutor()
    let query = compiled.get(adapter)
    if (!query) compiled.set(adapter, (query = build(db, parameters as P).compile() as CompiledQuery<R>))
    const bound = query.parameters.map(parameter => valueOf(parameter, values))
    const bindable = { ...query, parameters: bound }
    if (adapter instanceof ReadingSqliteAdapter || (adapter instanceof WritingSqliteAdapter && db.isTransaction))
      return adapter.executeQuery(bindable)
    return (await db.executeQuery<R>(bindable)).rows
  }
}

/** PostgreSQL takes a list as one value. */
function valueOf(parameter: unknown, values: Readonly<Record<string, unknown>>): unknown {
  if (parameter instanceof Parameter) return values[parameter.name]
  return Array.isArray(parameter) ? parameter.map(item => valueOf(item, values)) : parameter
}

/** Items of the longest list that is prepared; what SQLite binds one by one (`inIntegers`). */
const MOST_LISTED = 64

/** Context for building a query. */
export interface Building {
  readonly db: Queries
  readonly dialect: EngineDialect
}

/**
 * As {@link prepared}, for values among which are lists, such as those of `inIntegers`:
 * there is a statement for each power of two of their lengths. With a list of more than 64 the query is built each
 * time.
 */
export function preparedWithLists<P extends Readonly<Record<string, unknown>>, R>(
  build: (building: Building, parameter: P) => Compilable<R>,
): (from: Pick<Database, 'read' | 'dialect'> | Pick<WriteTransaction, 'db' | 'dialect'>, values: P) => Promise<R[]> {
  const statements = new Map<string, ReturnType<typeof statementOf>>()
  const statementOf = (dialect: EngineDialect, lengths: ReadonlyMap<string, number>) =>
    prepared((db, parameter: Readonly<Record<string, unknown>>) => {
      const lists = new Proxy(parameter, {
        get(_, name: string) {
          const length = lengths.get(name)
          if (length === undefined) return parameter[name]
          return Array.from({ length }, (__, index) => parameter[itemOf(name, index)])
        },
      })
      return build({ db, dialect }, lists as P)
    })
  return async (from, values) => {
    const { dialect } = from
    const db = 'db' in from ? from.db : from.read
    const lengths = new Map<string, number>()
    const bound: Record<string, unknown> = {}
    let key: string = dialect.engine
    for (const [name, value] of Object.entries(values)) {
      if (!Array.isArray(value)) {
        bound[name] = value
        continue
      }
      if (value.length > MOST_LISTED) return (await db.executeQuery<R>(build({ db, dialect }, values).compile())).rows
      const length = value.length === 0 ? 0 : 2 ** Math.ceil(Math.log2(value.length))
      lengths.set(name, length)
      key += ` ${length}`
      for (let index = 0; index < length; index++) bound[itemOf(name, index)] = value[index] ?? value.at(-1)
    }
    let statement = statements.get(key)
    if (!statement) statements.set(key, (statement = statementOf(dialect, lengths)))
    return statement(db, bound)
  }
}

/** SQL written by hand, as what a build of {@link prepared} and its like returns. */
export function compilable<R>(db: Queries, query: RawBuilder<R>): Compilable<R> {
  return { compile: () => query.compile(db) }
}

const itemOf = (list: string, index: number) => `${list} ${index}`

type Column<T extends keyof Tables> = keyof Insertable<Tables[T]> & string

/** Rows of one statement of {@link preparedInsert}. */
const MOST_ROWS = 256

/**
 * An insert of any number of rows by {@link prepared} statements, each for a power of two of rows.
 * @param columns those that every row gives
 * @param options.replaces a unique key: a row that is there already gets the values of the new one
 * @param options.keeps columns of such a row that stay as they are
 */
export function preparedInsert<T extends keyof Tables>(
  table: T,
  columns: readonly Column<T>[],
  { replaces = [], keeps = [] }: { replaces?: readonly Column<T>[]; keeps?: readonly Column<T>[] } = {},
): (db: Queries, rows: readonly Insertable<Tables[T]>[]) => Promise<void> {
  const statements = new Map<number, ReturnType<typeof insertOf>>()
  const insertOf = (size: number) =>
    prepared((db, parameter: Readonly<Record<string, unknown>>) => {
      const row = (index: number) => columns.map(column => [column, parameter[`${column} ${index}`]])
      const rows = Array.from({ length: size }, (_, index) => Object.fromEntries(row(index)) as Insertable<Tables[T]>)
      const insert = db.insertInto(table).values(rows)
      if (replaces.length === 0) return insert
      const others = columns.filter(column => !replaces.includes(column) && !keeps.includes(column))
      const values = Object.fromEntries(others.map(column => [column, sql.ref(`excluded.${column}`)]))
      return insert.onConflict(conflict => conflict.columns(replaces as never).doUpdateSet(values as never))
    })
  return async (db, rows) => {
    for (let from = 0; from < rows.length;) {
      const size = Math.min(MOST_ROWS, 2 ** Math.floor(Math.log2(rows.length - from)))
      let statement = statements.get(size)
      if (!statement) statements.set(size, (statement = insertOf(size)))
      const values: Record<string, unknown> = {}
      for (let index = 0; index < size; index++)
        for (const column of columns) values[`${column} ${index}`] = rows[from + index]?.[column]
      await statement(db, values)
      from += size
    }
  }
}
