import { z } from 'zod'
import { StorageSyntaxError } from '#language/index.ts'
import type { JobRun } from '#platform/server/jobs.ts'
import { setting } from '#platform/server/settings.ts'
import { factsOf, forEveryText } from '#features/content-core/server/read.ts'
import { storeMacros } from '#features/content-core/server/write.ts'

export const READ_JOB = 'macro-search.read'
/** Set by the migration of a wiki that has pages, whose macros were not read yet. */
export const unread = setting('macro-search.unread', z.boolean(), false)

/** Reads the macros of every text that was written before they were stored. Repeating it changes nothing. */
export async function readMacros(run: JobRun): Promise<void> {
  const { app } = run
  await forEveryText(run, async (tx, { id, storage }) => {
    try {
      await storeMacros(tx, id, await factsOf(app, storage))
    } catch (error) {
      if (!(error instanceof StorageSyntaxError)) throw error
      app.log.warn({ contentId: id, err: error }, 'the macros of a text that cannot be read are not known')
    }
  })
  await app.database.transaction(tx => app.settings.set(tx, unread, false, null))
}
