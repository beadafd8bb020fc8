import type { Config } from '../config.ts'
import { NO_PEERS, type Peers } from '../processes/index.ts'
import type { Database } from './database.ts'
import { openSqlite, sqliteFile } from './sqlite.ts'

export { accountMarks, type ImportedMark } from './account-marks.ts'
export type { Database, Engine, EngineDialect, Queries, WriteTransaction } from './database.ts'
export { deleteInBatches } from './delete-in-batches.ts'
export { FactCache } from './fact-cache.ts'
export { migrate, migration, missingMigrations, type Migration } from './migrate.ts'
export { compilable, prepared, preparedInsert, preparedWithLists, type Building } from './prepared.ts'
export { preparedForViewer } from './prepared-for-viewer.ts'
export { passId, takeIds } from './sequences.ts'
export { holdServing } from './serving-lock.ts'
export {
  addSources,
  changesOfPage,
  levelSource,
  levelSources,
  madeFrom,
  readExtension,
  recordSources,
  SITE_WIDE,
  unrecorded,
  type Source,
  type Sources,
} from './sources.ts'
export { writeStatistics, type PlannerStatistics } from './statistics.ts'
export type { Tables } from './tables.ts'

/** Connections of each of PostgreSQL's two pools, for all processes of a server together, and for one at least. */
const POOL = 10
const SMALLEST_POOL = 4

/** Opens the engine that the settings name. */
export async function openDatabase(
  { databaseUrl, home, processes = 1 }: Pick<Config, 'databaseUrl' | 'home'> & Partial<Pick<Config, 'processes'>>,
  peers: Peers = NO_PEERS,
): Promise<Database> {
  if (!databaseUrl) return openSqlite(sqliteFile(home), peers)
  const { openPostgres } = await import('./postgres.ts')
  return openPostgres(databaseUrl, {
    poolSize: peers.isAlone ? POOL : Math.max(SMALLEST_POOL, Math.ceil(POOL / processes)),
  })
}
