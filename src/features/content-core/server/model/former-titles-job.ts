import { z } from 'zod'
import type { App } from '#platform/server/app.ts'
import { inBatches } from '#platform/server/jobs/batches.ts'
import type { JobRun } from '#platform/server/jobs.ts'
import { setting } from '#platform/server/settings.ts'
import { olderTitles } from '../store/former-titles.ts'
import { countContents, currentAfter, newestContent } from '../store/texts.ts'
import { addFormerTitles } from '../writer/former-titles.ts'
import { titleKey } from '../titles.ts'

/** Records the titles of older versions, for pages that were renamed before the wiki recorded former titles. */
export const FORMER_TITLES_JOB = 'content.former-titles'

/** Whether the titles of all older versions have been recorded. */
export const areRecorded = setting('content.former-titles-recorded', z.boolean(), false)

const BATCH = 500

/** Queues the job where titles were not recorded from the beginning. */
export async function enqueueFormerTitles(app: App): Promise<void> {
  if (app.settings.get(areRecorded)) return
  if ((await newestContent(app.database.read)) === 0) await setRecorded(app)
  else await app.jobs.enqueueOnce({ kind: FORMER_TITLES_JOB, title: 'Recording former titles of pages' })
}

export async function recordFormerTitles(run: JobRun): Promise<void> {
  const { app } = run
  await inBatches(run, await countContents(app.database.read), async after => {
    const ids = await currentAfter(app.database.read, after, BATCH)
    await app.database.transaction(async tx => {
      const titles = await olderTitles(tx, ids)
      const rows = titles.map(({ id, space_id, title }) => ({ content_id: id, space_id, title_key: titleKey(title) }))
      await addFormerTitles(tx, rows)
    })
    return ids
  })
  await setRecorded(app)
}

async function setRecorded({ database, settings }: App): Promise<void> {
  await database.transaction(tx => settings.set(tx, areRecorded, true, null))
}
