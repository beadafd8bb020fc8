import type { Config } from '../config.ts'
import type { Database } from './database.ts'
import { openSqlite, sqliteFile } from './sqlite.ts'

export type { Database, Engine, EngineDialect, Queries, WriteTransaction } from './database.ts'
export { deleteInBatches } from './delete-in-batches.ts'
export { FactCache } from './fact-cache.ts'
export { migrate, missingMigrations, type Migration } from './migrate.ts'
export { prepared } from './prepared.ts'
export { holdServing } from './serving-lock.ts'
export { writeStatistics, type PlannerStatistics } from './statistics.ts'
export type { Tables } from './tables.ts'

/** Opens the engine that the settings name. */
export async function openDatabase(config: Pick<Config, 'databaseUrl' | 'home'>): Promise<Database> {
  if (!config.databaseUrl) return openSqlite(sqliteFile(config.home))
  const { openPostgres } = await import('./postgres.ts')
  return openPostgres(config.databaseUrl)
}
