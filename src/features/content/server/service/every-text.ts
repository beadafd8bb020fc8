import type { WriteTransaction } from '#platform/server/database/index.ts'
import type { JobRun } from '#platform/server/jobs.ts'
import { countContents, currentTexts, lockTexts, type CurrentText } from '../store/texts.ts'

/**
 * The work of a job on the current text of every content, drafts among them: a batch of locked texts in each
 * transaction. A job that begins again repeats it from the first text.
 */
export async function forEveryText(
  { app, signal, progress }: Pick<JobRun, 'app' | 'signal' | 'progress'>,
  work: (tx: WriteTransaction, text: CurrentText) => Promise<unknown>,
): Promise<void> {
  const total = await countContents(app.database.read)
  let done = 0
  for (let after = 0; ;) {
    signal.throwIfAborted()
    const ids = await app.database.transaction(async tx => {
      const locked = await lockTexts(tx, after)
      for (const text of await currentTexts(tx, locked)) await work(tx, text)
      return locked
    })
    const last = ids.at(-1)
    if (last === undefined) return
    after = last
    done += ids.length
    await progress(Math.min(99, Math.floor((done / total) * 100)))
  }
}
