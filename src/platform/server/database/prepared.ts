import type { Compilable, CompiledQuery } from 'kysely'
import type { Database, Queries } from './database.ts'

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
 * @param build makes the query; a parameter may stand wherever a value is bound, and tells nothing about its value
 * @returns runs it with values for all parameters
 */
export function prepared<P extends Readonly<Record<string, unknown>>, R>(
  build: (db: Queries, parameter: P) => Compilable<R>,
): (database: Pick<Database, 'read'>, values: P) => Promise<R[]> {
  const compiled = new WeakMap<Queries, CompiledQuery<R>>()
  return async ({ read }, values) => {
    let query = compiled.get(read)
    if (!query) compiled.set(read, (query = build(read, parameters as P).compile() as CompiledQuery<R>))
    const bound = query.parameters.map(parameter => (parameter instanceof Parameter ? values[parameter.name] : parameter))
    return (await read.executeQuery<R>({ ...query, parameters: bound })).rows
  }
}
