import { join } from 'node:path'
import SqliteDriver from 'better-sqlite3'
import { ConfigError } from '../config.ts'

/** Nothing is ever written to it: its lock is the operating system's, and ends with the process however that ends. */
const FILE = 'serving.lock'
/** How long a server that is just ending is waited for. */
const WAIT_MS = 2000
/** A collected connection is closed, and holds nothing any more. */
const held = new Set<SqliteDriver.Database>()

/**
 * Makes this process the only one that serves the wiki in `home`, until it ends or calls what is returned. Two of them
 * on one SQLite file would each answer from their own caches, and not see what the other has written.
 * @throws ConfigError when another process serves it
 */
export function holdServing(home: string): () => void {
  const lock = new SqliteDriver(join(home, FILE), { timeout: WAIT_MS })
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error
    throw new ConfigError(
      `Another Oxbow serves the wiki in ${home} already. End it first, or set OXBOW_HOME to another folder; several servers for one wiki need PostgreSQL.`,
    )
  }
  held.add(lock)
  return () => {
    held.delete(lock)
    lock.close()
  }
}
