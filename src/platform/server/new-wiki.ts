import type { BlobStore } from './blobs.ts'
import { ConfigError, type Config } from './config.ts'
import type { Database } from './database/index.ts'

/**
 * Refuses to begin a new wiki beside the files of another: the settings most likely name the wrong database, and files
 * that no row names are removed in time.
 * @throws ConfigError
 */
export async function refuseForeignFiles(
  config: Pick<Config, 'home' | 'databaseUrl' | 'newWiki'>,
  database: Database,
  blobs: BlobStore,
): Promise<void> {
  if (config.newWiki) return
  const tables = await database.read.introspection.getTables({ withInternalKyselyTables: true })
  if (tables.some(table => table.name === 'migration')) return
  for await (const { sha256 } of blobs.list()) {
    const where = config.databaseUrl ? 'the database that DATABASE_URL names' : `the database in ${config.home}`
    throw new ConfigError(
      `${config.home}/blobs holds the files of a wiki (${sha256}, for one), but ${where} is empty. ` +
        'If the wiki has another database, set DATABASE_URL or OXBOW_HOME to it. If its database is lost, restore a backup into it with `oxbow restore`. ' +
        'To begin a new wiki here, which removes those files after a day or two, start once with OXBOW_NEW_WIKI=true.',
    )
  }
}
