import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { features } from '../../../server.ts'
import { readConfig } from '../config.ts'
import { createJobs } from '../jobs/index.ts'
import { createLog } from '../log.ts'
import { createServer } from '../start.ts'
import { ENGINES } from '../testing/harness.ts'
import { createPostgresDatabase, dropPostgresDatabase } from '../testing/postgres.ts'
import { migrate, openDatabase, type Database, type Engine, type Migration } from './index.ts'
import { populate, shapesOf } from './testing/populate.ts'

type Cleanups = (() => Promise<void>)[]

/** Of the test that runs. */
const cleanups: Cleanups = []
afterEach(() => cleanUp(cleanups))

async function cleanUp(ends: Cleanups): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end()
}

async function newHome(ends = cleanups): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'oxbow-migrations-'))
  ends.push(() => rm(home, { recursive: true, force: true }))
  return home
}

async function newDatabaseUrl(ends = cleanups): Promise<string> {
  const url = await createPostgresDatabase()
  ends.push(() => dropPostgresDatabase(url))
  return url
}

/** An empty database and all migrations of the wiki in the order in which they are applied. */
async function prepare(engine: Engine, ends = cleanups): Promise<{ database: Database; migrations: Migration[] }> {
  const database = await openDatabase({
    home: await newHome(ends),
    databaseUrl: engine === 'postgres' ? await newDatabaseUrl(ends) : undefined,
  })
  ends.push(() => database.close())
  const all = [
    ...createJobs(database, createLog('silent')).migrations,
    ...features.flatMap(feature => feature.migrations ?? []),
  ]
  return { database, migrations: all.toSorted((a, b) => (a.name < b.name ? -1 : 1)) }
}

/** How many rows each table has. */
async function countsOf(database: Database, tables: readonly string[]): Promise<Map<string, number>> {
  const counts = tables.map(table => sql`select ${sql.lit(table)} as name, count(*) as n from ${sql.table(table)}`)
  const { rows } = await sql<{ name: string; n: number }>`${sql.join(counts, sql` union all `)}`.execute(database.read)
  return new Map(rows.map(({ name, n }) => [name, Number(n)]))
}

const names = features
  .flatMap(feature => feature.migrations ?? [])
  .map(migration => migration.name)
  .toSorted()
/** Tables that a migration gives another name. */
const RENAMED: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map([
  ['2026-11-28-90-space-import-runs', { space_import_upload: 'space_import_run' }],
])
const derived = new Set(features.flatMap(feature => feature.derived?.tables ?? []))

describe.each(ENGINES)('migrations of %s', engine => {
  describe('one after the other', () => {
    const ends: Cleanups = []
    let database: Database
    let migrations: Migration[]
    beforeAll(async () => {
      ;({ database, migrations } = await prepare(engine, ends))
    })
    afterAll(() => cleanUp(ends))

    // One wiki goes through all of them, and rows are written into every table before each: what is written at any time
    // has to outlast all that come later.
    it.each(names)('%s loses no row of a wiki that was written before it', async name => {
      const at = migrations.findIndex(migration => migration.name === name)
      await migrate(database, migrations.slice(0, at))
      const made = await populate(database, await shapesOf(database), (at + 1) * 10_000)
      expect(made.size).toBeGreaterThan(3)
      const tables = [...made.keys()].filter(table => !derived.has(table))
      const before = await countsOf(database, tables)
      expect([...before.values()].every(count => count >= 2)).toBe(true)

      expect(await migrate(database, migrations.slice(0, at + 1))).toEqual([name])
      const nameNow = (table: string) => RENAMED.get(name)?.[table] ?? table
      const kept = new Map([...before].map(([table, count]) => [nameNow(table), count]))
      expect(lost(kept, await countsOf(database, tables.map(nameNow)))).toEqual([])
      expect(await foreignKeysThatLeadNowhere(database)).toEqual([])
    })
  })

  it('changes nothing when it is started again', async () => {
    const { database, migrations } = await prepare(engine)
    expect((await migrate(database, migrations)).length).toBe(migrations.length + 2)
    const made = await populate(database, await shapesOf(database))
    const before = await countsOf(database, [...made.keys()])
    expect(await migrate(database, migrations)).toEqual([])
    expect(await countsOf(database, [...made.keys()])).toEqual(before)
  })

  it('refuses a database that a newer version wrote, and leaves it alone', async () => {
    const { database, migrations } = await prepare(engine)
    await migrate(database, migrations.slice(0, 2))
    await database.transaction(({ db }) =>
      db
        .insertInto('migration')
        .values({ name: '2999-01-01-00-flying-pages', applied_at: 1 })
        .execute()
        .then(() => {}),
    )
    await expect(migrate(database, migrations)).rejects.toThrow(
      'The database was written by a newer version of Oxbow (it holds 2999-01-01-00-flying-pages). Start that version, or restore a backup.',
    )
    const done = await database.read.selectFrom('migration').select('name').execute()
    expect(done).toHaveLength(5)
  })

  it('keeps nothing of a migration that fails, and goes on from there', async () => {
    const { database, migrations } = await prepare(engine)
    const [first, second] = migrations
    if (!first || !second) throw new Error('there are no migrations')
    const broken: Migration = {
      name: second.name,
      async up(db, dialect) {
        await second.up(db, dialect)
        throw new Error('out of power')
      },
    }
    await expect(migrate(database, [first, broken])).rejects.toThrow('out of power')
    expect(await migrate(database, migrations)).toEqual(migrations.slice(1).map(migration => migration.name))
  })
})

it('lets two servers start at once on one empty PostgreSQL', async () => {
  const databaseUrl = await newDatabaseUrl()
  const configOf = async () =>
    readConfig({
      OXBOW_HOME: await newHome(),
      DATABASE_URL: databaseUrl,
      OXBOW_LOG_LEVEL: 'silent',
      PORT: '0',
      OXBOW_ADMIN_USER: 'admin',
      OXBOW_ADMIN_PASSWORD: 'correct horse battery',
      OXBOW_ADMIN_EMAIL: 'admin@example.org',
    })
  const configs = await Promise.all([configOf(), configOf()])
  const started = await Promise.allSettled(configs.map(config => createServer(config, features)))
  const servers = started.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []))
  cleanups.push(async () => {
    await Promise.all(servers.map(server => server.close()))
  })
  expect(started.flatMap(result => (result.status === 'rejected' ? [result.reason as unknown] : []))).toEqual([])
  const credentials = `Basic ${Buffer.from('admin:correct horse battery').toString('base64')}`
  for (const server of servers) {
    const { fastify } = server.app.http
    expect((await fastify.inject('/health/ready')).statusCode).toBe(200)
    const whoAmI = await fastify.inject({ url: '/rest/api/user/current', headers: { authorization: credentials } })
    expect(whoAmI.json()).toMatchObject({ username: 'admin' })
  }
  const accounts = await servers[0]?.app.database.read.selectFrom('account').select('username').execute()
  expect(accounts).toEqual([{ username: 'admin' }])
})

function lost(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): string[] {
  return [...before]
    .filter(([table, count]) => (after.get(table) ?? 0) < count)
    .map(([table, count]) => `${table}: ${count} rows became ${after.get(table)}`)
}

/** SQLite checks foreign keys row by row as they are written; a migration that rebuilds a table can pass it by. */
async function foreignKeysThatLeadNowhere(database: Database): Promise<unknown[]> {
  if (database.engine !== 'sqlite') return []
  return (await sql`pragma foreign_key_check`.execute(database.read)).rows
}
