import { z } from 'zod'
import { parse, StorageSyntaxError } from '#language/index.ts'
import type { App } from '#platform/server/app.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import type { JobRun } from '#platform/server/jobs.ts'
import { setting } from '#platform/server/settings.ts'
import { countContents, lockTexts, storeMacros } from '#features/content/server/index.ts'
import { textsOf } from './store.ts'

export const READ_JOB = 'macro-search.read'
/** Set by the migration of a wiki that has pages, whose macros nobody has read yet. */
export const unread = setting('macro-search.unread', z.boolean(), false)

/** Reads the macros of every text that was written before they were stored. Repeating it changes nothing. */
export async function readMacros({ app, signal, progress }: JobRun): Promise<void> {
  const total = await countContents(app.database.read)
  let done = 0
  for (let after = 0; ;) {
    signal.throwIfAborted()
    const ids = await app.database.transaction(tx => readBatch(app, tx, after))
    const last = ids.at(-1)
    if (last === undefined) break
    after = last
    done += ids.length
    await progress(Math.min(99, Math.floor((done / total) * 100)))
  }
  await app.database.transaction(tx => app.settings.set(tx, unread, false, null))
}

async function readBatch(app: App, tx: WriteTransaction, after: number): Promise<number[]> {
  const ids = await lockTexts(tx, after)
  for (const { id, storage } of await textsOf(tx, ids)) {
    try {
      await storeMacros(tx, id, parse(storage))
    } catch (error) {
      if (!(error instanceof StorageSyntaxError)) throw error
      app.log.warn({ contentId: id, err: error }, 'the macros of a text that cannot be read are not known')
    }
  }
  return ids
}
