export { WorkerError, WorkerPool } from './pool.ts'
export type { Ask, WorkerTask } from './task.ts'
