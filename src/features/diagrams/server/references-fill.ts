import { z } from 'zod'
import type { JobRun } from '#platform/server/jobs.ts'
import { setting } from '#platform/server/settings.ts'
import { MACRO } from '../names.ts'
import { recordUses } from './references.ts'
import { contentsWithMacro, textsOf } from './references-store.ts'

export const FILL_JOB = 'diagrams.find-uses'
/** Set by the migration of a wiki that has pages, whose diagrams are not recorded yet. */
export const usesUnread = setting('diagrams.uses-unread', z.boolean(), false)

/** Records the diagrams of every text that was written before they were recorded. Repeating it changes nothing. */
export async function fillUses({ app, signal }: JobRun): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined;) {
    signal.throwIfAborted()
    const begin: number = after
    const ids = await app.database.transaction(async tx => {
      const found = await contentsWithMacro(tx, MACRO, begin)
      for (const text of await textsOf(tx, found)) await recordUses(tx, app, text, text.storage)
      return found
    })
    after = ids.at(-1)
  }
  await app.database.transaction(tx => app.settings.set(tx, usesUnread, false, null))
}
