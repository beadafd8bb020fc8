import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { ServerFeature } from '../app.ts'
import type { Config } from '../config.ts'
import { migrate, openDatabase, writeStatistics } from '../database/index.ts'
import { sqliteFile } from '../database/sqlite.ts'
import { migrations as jobMigrations } from '../jobs/tables.ts'
import { asSuperuser, createPostgresDatabase, postgresUrl } from './postgres.ts'

/*
 * Template databases: applying all migrations takes a test wiki longer than the rest of its start, so that it is done
 * once for each set of features, and copied for each wiki. Copies hold what migrations write and nothing else.
 */

/** SQLite files by {@link schemaKey}, as bytes. */
const files = new Map<string, Promise<Buffer>>()

/** Writes the migrated SQLite database of a wiki with these features into its home folder. */
export async function writeMigratedDatabase(home: string, features: readonly ServerFeature[]): Promise<void> {
  const key = schemaKey(features)
  const file = files.get(key) ?? migratedFile(features)
  files.set(key, file)
  await writeFile(sqliteFile(home), await file)
}

async function migratedFile(features: readonly ServerFeature[]): Promise<Buffer> {
  const home = await mkdtemp(join(tmpdir(), 'oxbow-template-'))
  try {
    await applyMigrations({ home, databaseUrl: undefined }, features)
    return await readFile(sqliteFile(home))
  } finally {
    await rm(home, { recursive: true })
  }
}

/**
 * Creates a migrated PostgreSQL database for a wiki with these features. The workers of a test run share the templates:
 * the first to come creates one, under a lock.
 * @returns its connection string
 */
export async function createMigratedDatabase(features: readonly ServerFeature[]): Promise<string> {
  const template = `${inject('postgresTemplates')}${schemaKey(features)}`
  await asSuperuser(async client => {
    const isThere = async () =>
      (await client.query('select 1 from pg_database where datname = $1', [template])).rows.length > 0
    if (await isThere()) return
    // Released when the connection ends.
    await client.query('select pg_advisory_lock(hashtext($1))', [template])
    if (await isThere()) return
    const unfinished = `${template}_unfinished`
    await client.query(`drop database if exists ${unfinished}`)
    await client.query(`create database ${unfinished}`)
    await applyMigrations({ home: '', databaseUrl: postgresUrl(unfinished) }, features)
    await client.query(`alter database ${unfinished} rename to ${template}`)
  })
  return createPostgresDatabase(template)
}

async function applyMigrations(
  config: Pick<Config, 'home' | 'databaseUrl'>,
  features: readonly ServerFeature[],
): Promise<void> {
  const database = await openDatabase(config)
  try {
    await migrate(database, [...jobMigrations, ...features.flatMap(feature => feature.migrations ?? [])])
    await writeStatistics(
      database,
      features.flatMap(feature => (feature.statistics ? [feature.statistics] : [])),
    )
  } finally {
    await database.close()
  }
}

/** Hash of everything that makes the schema of these features: features of tests may share names. */
function schemaKey(features: readonly ServerFeature[]): string {
  const hash = createHash('sha256')
  for (const { migrations = [], statistics } of features) {
    for (const { name, up } of migrations) hash.update(`${name}\0${up.toString()}\0`)
    hash.update(JSON.stringify(statistics ?? {}))
  }
  return hash.digest('hex').slice(0, 16)
}
