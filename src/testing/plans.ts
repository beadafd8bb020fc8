import type { Database as SqliteConnection } from 'better-sqlite3'
import type { CompiledQuery } from 'kysely'
import type { Client } from 'pg'

/** A part of a plan that reads all rows of a table, or all of a kind, or does so for each row of what is before it. */
export interface Walk {
  readonly table: string
  /** The line of the plan, e.g. `SCAN content`. */
  readonly step: string
}

/** Columns of few different values: to search by them alone is to read a good part of the table. */
const FEW_VALUES: ReadonlySet<string> = new Set([
  'active',
  'kind',
  'location',
  'minor',
  'mode',
  'operation',
  'outcome',
  'permission',
  'prefix',
  'state',
  'status',
  'type',
])
/** Good to search by once, and not for each row of another table. */
const ONCE = 'space_id'

interface SqliteStep {
  id: number
  parent: number
  detail: string
}

/**
 * The walks in SQLite's plan of a statement, judged by the statistics that the connection has. A walk along an index in
 * the requested order, up to a limit, does not count. Rows that are inserted one by one are not looked at: the plan
 * lists what replacing them would look up, which nothing does.
 */
export function sqliteWalks(connection: SqliteConnection, { sql, parameters }: CompiledQuery): Walk[] {
  if (/^\s*insert\b(?!.*\bselect\b)/is.test(sql)) return []
  const steps = connection.prepare(`explain query plan ${sql}`).all(...parameters) as SqliteStep[]
  const tables = tablesOf(sql)
  const changes = /^\s*(?:delete|update)\b/i.test(sql)
  const begun = new Set<number>()
  return steps.flatMap(({ parent, detail }) => {
    const loop = /^(SCAN|SEARCH) (\w+)(?: .*?\((.*)\))?/.exec(detail)
    if (!loop || / VIRTUAL TABLE | VALUES CLAUSE$|CONSTANT ROW$/.test(detail)) return []
    const [, kind, alias = '', constraint = ''] = loop
    // Loops with the same parent are within each other; those of a change are what refers to the rows.
    const repeated =
      (begun.has(parent) && !(changes && parent === 0)) ||
      /^(?:CORRELATED|RECURSIVE STEP)/.test(steps.find(step => step.id === parent)?.detail ?? '')
    begun.add(parent)
    const columns = [...constraint.matchAll(/(<expr>|\w+)[=<>]/g)].map(([, column = '']) => column)
    // A search without a condition is for the least or the greatest value.
    const wide =
      kind === 'SCAN' ||
      (columns.length > 0 && columns.every(column => FEW_VALUES.has(column) || (repeated && column === ONCE)))
    const sorted = steps.some(step => step.parent === parent && step.detail.startsWith('USE TEMP B-TREE'))
    const endsEarly = parent === 0 && !repeated && !sorted && /\blimit\b/i.test(sql)
    return wide && !endsEarly ? [{ table: tables.get(alias) ?? alias, step: detail }] : []
  })
}

/** The tables of a statement by the names that it gives them. */
function tablesOf(sql: string): Map<string, string> {
  const named = sql.matchAll(
    /\b(?:from|join)\s+"?(\w+)"?\s+(?:as\s+)?(?!(?:where|on|inner|left|cross|join|order|group|limit|union|natural|using|set)\b)"?(\w+)"?/gi,
  )
  return new Map([...named].map(([, table = '', alias = '']) => [alias, table]))
}

interface PostgresNode {
  'Node Type': string
  'Relation Name'?: string
  Plans?: PostgresNode[]
}

/** The walks in PostgreSQL's plan of a statement. With `enable_seqscan` off, those for which no index is of use. */
export async function postgresWalks(client: Client, { sql, parameters }: CompiledQuery): Promise<Walk[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PostgresNode }] }>(`explain (format json) ${sql}`, [
    ...parameters,
  ])
  return rows.flatMap(row => walksOf(row['QUERY PLAN'][0].Plan))
}

function walksOf(node: PostgresNode): Walk[] {
  const { 'Node Type': type, 'Relation Name': table, Plans = [] } = node
  const own = type === 'Seq Scan' && table !== undefined ? [{ table, step: `${type} on ${table}` }] : []
  return [...own, ...Plans.flatMap(walksOf)]
}
