import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startPostgres } from '../test/postgres.ts'
import { ROOT } from './server.ts'

const run = promisify(execFile)

/** A database that holds the generated wiki. */
export interface BenchDatabase {
  readonly url: string
  stop(): Promise<void>
}

/**
 * Puts the generated wiki into PostgreSQL, by backup and restore: the empty database that `DATABASE_URL` names, or one
 * started for this run, which like the floor and SQLite writes through to the disk.
 * @param from data folder of the wiki on SQLite
 * @param to folder for its files and for the backup
 * @param build the checkout whose build does it
 */
export async function benchPostgres(from: string, to: string, build: string = ROOT): Promise<BenchDatabase> {
  const given = process.env['DATABASE_URL']
  const server = given ? { url: given, stop: async () => {} } : await startPostgres({ durable: true })
  try {
    const backup = join(to, 'backup.tar.gz')
    const { DATABASE_URL: _, ...inherited } = process.env
    const oxbow = (args: string[], env: Record<string, string>) =>
      run(process.execPath, ['bin/oxbow', ...args], { cwd: build, env: { ...inherited, ...env } })
    await oxbow(['backup', backup], { OXBOW_HOME: from })
    const restored = { OXBOW_HOME: join(to, 'home'), DATABASE_URL: server.url }
    await oxbow(['restore', backup], restored)
    // Otherwise the server would do so while it is measured.
    await oxbow(['search', 'rebuild'], restored)
    return server
  } catch (error) {
    await server.stop()
    throw error
  }
}
