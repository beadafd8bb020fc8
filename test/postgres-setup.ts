import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of a PostgreSQL superuser; tests make and drop separate databases there. */
    postgresUrl: string
    /** Names of this run's template databases begin with it. */
    postgresTemplates: string
  }
}

/**
 * Gives the tests a PostgreSQL: the one that `TEST_DATABASE_URL` names, or one started for this run.
 * Read it in a test by `inject('postgresUrl')`.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const templates = `oxbow_template_${randomBytes(4).toString('hex')}_`
  project.provide('postgresTemplates', templates)
  const given = process.env['TEST_DATABASE_URL']
  if (given) {
    project.provide('postgresUrl', given)
    return () => dropDatabases(given, templates)
  }
  const postgres = await startPostgres()
  project.provide('postgresUrl', postgres.url)
  return () => postgres.stop()
}

/** Drops the databases whose names begin with `prefix`. */
async function dropDatabases(url: string, prefix: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [prefix],
    )
    for (const { datname } of rows) await client.query(`drop database ${datname}`)
  } finally {
    await client.end()
  }
}
