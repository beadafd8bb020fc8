import type { JobRun } from '../jobs.ts'

/**
 * The loop of a job over many rows in the order of their ids: batch after batch, with its progress, until none is left.
 * A job that begins again repeats it from the first row.
 * @param total how many rows there are
 * @param work does the batch of rows after an id; returns their ids, ascending, none at the end
 * @throws the reason of the run's signal, between two batches
 */
export async function inBatches(
  { signal, progress }: Pick<JobRun, 'signal' | 'progress'>,
  total: number,
  work: (after: number) => Promise<readonly number[]>,
): Promise<void> {
  for (let after = 0, done = 0; ;) {
    signal.throwIfAborted()
    const ids = await work(after)
    const last = ids.at(-1)
    if (last === undefined) return
    after = last
    done += ids.length
    await progress(Math.min(99, Math.floor((done / total) * 100)))
  }
}
