import { z } from 'zod'
import type { App } from '#platform/server/app.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import type { JobRun } from '#platform/server/jobs.ts'
import { setting } from '#platform/server/settings.ts'
import { countContents, lockTexts } from '#features/content/server/index.ts'
import { recordTasks } from './record.ts'
import { textsOf } from './store/texts.ts'

export const FILL_JOB = 'tasks.fill'
/** Set by the migration of a wiki that has pages, whose tasks are not recorded yet. */
export const unread = setting('tasks.unread', z.boolean(), false)

/** Records the tasks of every text that was written before tasks were recorded. Repeating it changes nothing. */
export async function fillTasks({ app, signal, progress }: JobRun): Promise<void> {
  const total = await countContents(app.database.read)
  let done = 0
  for (let after = 0; ;) {
    signal.throwIfAborted()
    const ids = await app.database.transaction(tx => fillBatch(app, tx, after))
    const last = ids.at(-1)
    if (last === undefined) break
    after = last
    done += ids.length
    await progress(Math.min(99, Math.floor((done / total) * 100)))
  }
  await app.database.transaction(tx => app.settings.set(tx, unread, false, null))
}

/** Who created the content counts as the creator of its tasks, at that time; when one was completed is not known. */
async function fillBatch(app: App, tx: WriteTransaction, after: number): Promise<number[]> {
  const ids = await lockTexts(tx, after)
  for (const row of await textsOf(tx, ids))
    await recordTasks(tx, app, row, row.storage, { actorId: row.creator_id, at: row.created_at, isOld: true })
  return ids
}
