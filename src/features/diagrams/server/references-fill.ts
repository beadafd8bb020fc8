import { z } from 'zod'
import type { JobRun } from '#platform/server/jobs.ts'
import { setting } from '#platform/server/settings.ts'
import { forEveryText } from '#features/content-core/server/read.ts'
import { recordUses } from './references.ts'

export const FILL_JOB = 'diagrams.find-uses'
/** Set by the migration of a wiki that has pages, whose diagrams are not recorded yet. */
export const usesUnread = setting('diagrams.uses-unread', z.boolean(), false)

/** Records the diagrams of every text that was written before they were recorded. Repeating it changes nothing. */
export async function fillUses(run: JobRun): Promise<void> {
  const { app } = run
  await forEveryText(run, async (tx, text) => {
    if (text.status !== 'draft') await recordUses(tx, app, text, text.storage)
  })
  await app.database.transaction(tx => app.settings.set(tx, usesUnread, false, null))
}
