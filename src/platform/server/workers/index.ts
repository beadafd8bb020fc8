export { WorkerError, WorkerPool, type Lane } from './pool.ts'
export type { Ask, WorkerTask } from './task.ts'
