import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { openSqlite } from './sqlite.ts'
import { writeStatistics } from './statistics.ts'

const LARGE = { thing: { thing_kind: '100000 50000', thing_name: '100000 1' } }
const SMALL = { thing: { thing_kind: '100000 1', thing_name: '100000 50000' } }

let home: string
let database: Database
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'oxbow-statistics-'))
  database = openSqlite(join(home, 'oxbow.sqlite'))
  await migrate(database, [])
  await run(
    'create table thing (kind text, name text)',
    'create index thing_kind on thing (kind)',
    'create index thing_name on thing (name)',
  )
})
afterEach(async () => {
  await database.close()
  await rm(home, { recursive: true })
})
const run = (...statements: string[]) =>
  database.transaction(async ({ db }) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  })
let asked = 0
const plan = async (db: Pick<Database['read'], 'getExecutor'>) => {
  // A plan that is only shown does not look whether the schema has changed: a query that runs does.
  await sql`select 1 from thing`.execute(db)
  const { rows } = await sql
    .raw<{ detail: string }>(`explain query plan select * from thing where kind = 'a' and name = 'b' and ${++asked}`)
    .execute(db)
  return /INDEX (\w+)/.exec(rows[0]?.detail ?? '')?.[1]
}
const plans = async () => [await plan(database.read), await database.transaction(({ db }) => plan(db))]

it('plans by the statistics that it was given, at once and on both connections', async () => {
  await plans()
  await writeStatistics(database, [LARGE])
  expect(await plans()).toEqual(['thing_name', 'thing_name'])
  await writeStatistics(database, [SMALL])
  expect(await plans()).toEqual(['thing_kind', 'thing_kind'])
})

it('puts them in place of what was taken of a small wiki, and keeps them when the wiki ends', async () => {
  await run("insert into thing values ('a', 'b')", 'analyze')
  await writeStatistics(database, [LARGE])
  await plans()
  await database.close()
  database = openSqlite(join(home, 'oxbow.sqlite'))
  const { rows } = await sql<{ idx: string; stat: string }>`select idx, stat from sqlite_stat1 order by idx`.execute(
    database.read,
  )
  expect(rows).toEqual([
    { idx: 'thing_kind', stat: '100000 50000' },
    { idx: 'thing_name', stat: '100000 1' },
  ])
  expect(await plans()).toEqual(['thing_name', 'thing_name'])
})

it('invalidates nothing that is cached', async () => {
  const before = database.generation()
  await writeStatistics(database, [LARGE])
  expect(database.generation()).toBe(before)
})
