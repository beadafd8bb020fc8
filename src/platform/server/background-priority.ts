import { setPriority } from 'node:os'

/** A third of the weight of what answers requests (sched(7)): enough to go on beside other programs that are busy. */
export const BACKGROUND = 5

/**
 * Lets what answers requests have the processor first: for threads and processes that work on large inputs, of which
 * there may be as many as cores.
 */
export function takeBackgroundPriority(): void {
  // On Linux a priority is that of the calling thread (setpriority(2)); elsewhere it would be the whole process's.
  if (process.platform === 'linux') setPriority(BACKGROUND)
}
