import type { Compilable, CompiledQuery } from 'kysely'
import type { Queries } from './database.ts'

/** Stands for a value while a query is built. */
class Parameter {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

const parameters = new Proxy({}, { get: (_, name) => new Parameter(String(name)) })

/**
 * A reading query that is built and compiled once for each database, for those that every page view runs: on SQLite
 * building one takes several times as long as its answer.
 * @param build makes the query; a parameter may be used wherever a value is bound; its value is not known yet
 * @returns runs it on a database or within a transaction, with values for all parameters
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
    const bound = query.parameters.map(parameter =>
      parameter instanceof Parameter ? values[parameter.name] : parameter,
    )
    return (await db.executeQuery<R>({ ...query, parameters: bound })).rows
  }
}
