import { z } from 'zod'
import type { App } from '#platform/server/app.ts'
import { inBatches } from '#platform/server/jobs/batches.ts'
import type { JobRun } from '#platform/server/jobs.ts'
import { siteLanguage } from '#platform/server/language.ts'
import { setting } from '#platform/server/settings.ts'
import { countContents, currentAfter, newestContent } from '../store/texts.ts'
import { storeRenderings } from './store-ahead.ts'
import { RENDERER } from './stored.ts'

/** Renders all that was published by another version of the wiki, whose renderer may have written something else. */
export const RENDER_ALL_JOB = 'content.render-all'

/** The renderer by which everything has been rendered once. */
export const renderedBy = setting('content.rendered-by', z.int(), 0)

const BATCH = 100

/** Queues the job where another renderer has rendered pages. A new wiki has no such pages. */
export async function enqueueRenderAll(app: App): Promise<void> {
  if (app.settings.get(renderedBy) === RENDERER) return
  if ((await newestContent(app.database.read)) === 0) await setRendered(app)
  else await app.jobs.enqueueOnce({ kind: RENDER_ALL_JOB, title: 'Rendering all pages' })
}

/**
 * Renders everything that is not rendered yet. Requests have priority, so that readers do not notice an upgrade.
 * @param run when the job begins again, it skips what is rendered
 */
export async function runRenderAll(run: JobRun): Promise<void> {
  const { app } = run
  const runPiece = app.http.priority.pieces(run.signal)
  const common = { mode: 'view', locale: app.settings.get(siteLanguage), mayViewUsers: true } as const
  await inBatches(run, await countContents(app.database.read), async after => {
    const ids = await currentAfter(app.database.read, after, BATCH)
    const renderings = ids.map(id => ({ id, ...common }))
    if (renderings.length > 0) await storeRenderings(app, renderings, runPiece)
    return ids
  })
  await setRendered(app)
}

async function setRendered({ database, settings }: App): Promise<void> {
  await database.transaction(tx => settings.set(tx, renderedBy, RENDERER, null))
}
