import { sql } from 'kysely'
import type { Database, Queries } from '../index.ts'

/** A column that a row must give, or may. */
interface Column {
  name: string
  type: string
  required: boolean
  /** Counts itself: left to the database. */
  counts: boolean
}

/** A foreign key: `columns` here are `targets` there, in order. */
interface Reference {
  table: string
  columns: string[]
  targets: string[]
}

export interface Shape {
  name: string
  columns: Column[]
  references: Reference[]
}

type Row = Record<string, unknown>

/**
 * Every table of the wiki, those that others refer to first. Search structures that an engine keeps for itself are
 * none.
 */
export async function shapesOf(database: Database): Promise<Shape[]> {
  const { read, engine } = database
  const shapes = engine === 'sqlite' ? await sqliteShapes(read) : await postgresShapes(read)
  const ordered: Shape[] = []
  const rest = new Set(shapes)
  while (rest.size > 0) {
    const ready = [...rest].filter(shape =>
      shape.references.every(({ table }) => table === shape.name || ordered.some(done => done.name === table)),
    )
    if (ready.length === 0)
      throw new Error(`Tables refer to each other in a circle: ${[...rest].map(shape => shape.name).join(', ')}`)
    for (const shape of ready) {
      ordered.push(shape)
      rest.delete(shape)
    }
  }
  return ordered
}

async function sqliteShapes(db: Queries): Promise<Shape[]> {
  const tables = await sql<{
    name: string
    sql: string
  }>`select l.name, s.sql from pragma_table_list l join sqlite_schema s on s.name = l.name
    where l.schema = 'main' and l.type = 'table' and l.name not like 'sqlite\\_%' escape '\\' and l.name <> 'migration'`.execute(
    db,
  )
  const columns = await sql<{
    of: string
    name: string
    type: string
    notnull: number
    dflt_value: string | null
    pk: number
  }>`select s.name as "of", c.name, c.type, c."notnull", c.dflt_value, c.pk
    from sqlite_schema s join pragma_table_xinfo(s.name) c where s.type = 'table' and c.hidden = 0`.execute(db)
  const keys = await sql<{ of: string; id: number; table: string; from: string; to: string }>`
    select s.name as "of", k.id, k."table", k."from", k."to" from sqlite_schema s join pragma_foreign_key_list(s.name) k
    where s.type = 'table' order by k.id, k.seq`.execute(db)
  return tables.rows.map(({ name, sql: text }) => ({
    name,
    columns: columns.rows
      .filter(column => column.of === name)
      .map(column => ({
        name: column.name,
        type: column.type.toLowerCase(),
        required: (column.notnull === 1 && column.dflt_value === null) || column.pk > 0,
        counts: column.pk > 0 && /\bautoincrement\b/i.test(text),
      })),
    references: grouped(
      keys.rows
        .filter(key => key.of === name)
        .map(key => ({ id: String(key.id), table: key.table, column: key.from, target: key.to })),
    ),
  }))
}

async function postgresShapes(db: Queries): Promise<Shape[]> {
  const tables = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'migration'`.execute(db)
  const columns = await sql<{
    of: string
    name: string
    type: string
    nullable: string
    fallback: string | null
    identity: string
    generated: string
  }>`select table_name as "of", column_name as name, data_type as type, is_nullable as nullable, column_default as fallback,
      is_identity as identity, is_generated as generated
    from information_schema.columns where table_schema = 'public' order by table_name, ordinal_position`.execute(db)
  const keys = await sql<{ of: string; id: string; table: string; column: string; target: string }>`
    select c.conrelid::regclass::text as "of", c.conname as id, c.confrelid::regclass::text as "table",
      a.attname as "column", f.attname as target
    from pg_constraint c cross join lateral unnest(c.conkey, c.confkey) with ordinality as k(here, there, at)
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.here
    join pg_attribute f on f.attrelid = c.confrelid and f.attnum = k.there
    where c.contype = 'f' order by c.conname, k.at`.execute(db)
  return tables.rows.map(({ name }) => ({
    name,
    columns: columns.rows
      .filter(column => column.of === name && column.generated === 'NEVER')
      .map(column => ({
        name: column.name,
        type: column.type.toLowerCase(),
        required: column.nullable === 'NO' && column.fallback === null,
        counts: column.identity === 'YES',
      })),
    references: grouped(keys.rows.filter(key => key.of.replaceAll('"', '') === name)),
  }))
}

function grouped(keys: readonly { id: string; table: string; column: string; target: string }[]): Reference[] {
  const references = new Map<string, Reference>()
  for (const { id, table, column, target } of keys) {
    const reference = references.get(id) ?? { table: table.replaceAll('"', ''), columns: [], targets: [] }
    reference.columns.push(column)
    reference.targets.push(target)
    references.set(id, reference)
  }
  return [...references.values()]
}

/**
 * Puts rows into every table: one with the required values alone, one with all. Keys refer to rows that exist; no two
 * rows share a value, so that no unique index is violated.
 * @param first values are numbered from here: beyond those of an earlier call where the tables hold its rows
 * @returns the rows by table
 */
export async function populate(
  database: Database,
  tables: readonly Shape[],
  first = 7000,
): Promise<Map<string, Row[]>> {
  let counter = first
  const made = new Map<string, Row[]>()
  await database.transaction(async ({ db }) => {
    for (const table of tables) {
      const rows: Row[] = []
      for (const everything of [false, true]) {
        const row = rowFor(table, everything, made, () => ++counter)
        const names = Object.keys(row)
        const inserted =
          await sql<Row>`insert into ${sql.table(table.name)} (${sql.join(names.map(name => sql.ref(name)))})
          values (${sql.join(Object.values(row))}) returning *`.execute(db)
        rows.push(...inserted.rows)
      }
      made.set(table.name, rows)
    }
  })
  return made
}

function rowFor(table: Shape, everything: boolean, made: ReadonlyMap<string, Row[]>, next: () => number): Row {
  const row: Row = {}
  for (const { columns, table: target, targets } of table.references) {
    const parent = made.get(target)?.[everything ? 1 : 0]
    columns.forEach((name, at) => {
      const required = table.columns.find(column => column.name === name)?.required
      if (parent && (required || everything)) row[name] = parent[targets[at]!]
    })
  }
  for (const { name, type, required, counts } of table.columns) {
    if (name in row || counts || (!required && !everything) || isReference(table, name)) continue
    row[name] = valueOf(type, name, next())
  }
  return row
}

function isReference(table: Shape, name: string): boolean {
  return table.references.some(({ columns }) => columns.includes(name))
}

function valueOf(type: string, name: string, number: number): unknown {
  if (/int|numeric|real|double/.test(type)) return number
  if (/blob|bytea/.test(type)) return Buffer.from(String(number))
  if (type === 'text' || type === 'tsvector' || type === '') return `${name} ${number}`
  throw new Error(`No value is known for a column ${name} of type ${type}`)
}
