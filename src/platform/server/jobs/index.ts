import type { Database, Migration } from '../database/index.ts'
import type { Jobs } from '../jobs.ts'
import type { Log } from '../log.ts'
import { Queue, type QueueOptions } from './queue.ts'
import { migrations } from './tables.ts'

export { ONE_OF_EACH } from './queue.ts'

/** Background work over the tables of `migrations`, which must be applied before `start`. */
export function createJobs(
  database: Database,
  log: Log,
  options: Partial<QueueOptions> = {},
): Jobs & { migrations: Migration[] } {
  return Object.assign(new Queue(database, log, options), { migrations })
}
