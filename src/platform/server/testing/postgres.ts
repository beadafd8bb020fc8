import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/**
 * Creates a database on the PostgreSQL of the test run.
 * @param template name of the database to copy; by default it is empty
 * @returns its connection string
 */
export async function createPostgresDatabase(template?: string): Promise<string> {
  const name = `oxbow_${randomBytes(8).toString('hex')}`
  // Copied as files, and not through the log of changes: that takes half of the time.
  const from = template ? `template ${template} strategy file_copy` : ''
  await asSuperuser(client => client.query(`create database ${name} ${from}`))
  return postgresUrl(name)
}

export async function dropPostgresDatabase(databaseUrl: string): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1)
  await asSuperuser(client => client.query(`drop database if exists ${name} with (force)`))
}

/** Connection string of a database on the PostgreSQL of the test run. */
export function postgresUrl(database: string): string {
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${database}`
  return url.href
}

/** Runs `work` on a connection of the superuser, and closes that. */
export async function asSuperuser<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
