import { z } from 'zod'
import type { JobRun } from '#platform/server/jobs.ts'
import { setting } from '#platform/server/settings.ts'
import { forEveryText } from '#features/content-core/server/read.ts'
import { recordTasks } from './record.ts'

export const FILL_JOB = 'tasks.fill'
/** Set by the migration of a wiki that has pages, whose tasks are not recorded yet. */
export const unread = setting('tasks.unread', z.boolean(), false)

/**
 * Records the tasks of every text that was written before tasks were recorded. Repeating it changes nothing. The
 * creator of the content counts as the creator of its tasks, at that time; the time of completion is not known.
 */
export async function fillTasks(run: JobRun): Promise<void> {
  const { app } = run
  await forEveryText(run, async (tx, text) => {
    if (text.status === 'draft' || !text.storage.includes('<ac:task')) return
    await recordTasks(tx, app, text, text.storage, { actorId: text.creator_id, at: text.created_at, isOld: true })
  })
  await app.database.transaction(tx => app.settings.set(tx, unread, false, null))
}
