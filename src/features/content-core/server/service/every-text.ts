import type { WriteTransaction } from '#platform/server/database/index.ts'
import { inBatches } from '#platform/server/jobs/batches.ts'
import type { JobRun } from '#platform/server/jobs.ts'
import { countContents, currentTexts, lockTexts, type CurrentText } from '../store/texts.ts'

/**
 * The work of a job on the current text of every content, drafts among them: a batch of locked texts in each
 * transaction. A job that begins again repeats it from the first text.
 */
export async function forEveryText(
  run: Pick<JobRun, 'app' | 'signal' | 'progress'>,
  work: (tx: WriteTransaction, text: CurrentText) => Promise<unknown>,
): Promise<void> {
  await inBatches(run, await countContents(run.app.database.read), after =>
    run.app.database.transaction(async tx => {
      const locked = await lockTexts(tx, after)
      for (const text of await currentTexts(tx, locked)) await work(tx, text)
      return locked
    }),
  )
}
