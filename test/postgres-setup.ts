import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of a PostgreSQL superuser; tests make and drop databases of their own there. */
    postgresUrl: string
  }
}

/**
 * Gives the tests a PostgreSQL: the one that `TEST_DATABASE_URL` names, or one started for this run.
 * Read it in a test by `inject('postgresUrl')`.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env['TEST_DATABASE_URL']
  if (given) {
    project.provide('postgresUrl', given)
    return undefined
  }
  const postgres = await startPostgres()
  project.provide('postgresUrl', postgres.url)
  return () => postgres.stop()
}
