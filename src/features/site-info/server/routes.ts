import type { App } from '#platform/server/app.ts'
import { COMPATIBLE_BUILD, COMPATIBLE_VERSION } from '#platform/compatibility.ts'
import { siteTitle } from '#platform/server/http/document.ts'
import { accessMode } from '#platform/server/http/access-mode.ts'
import { Answer } from '#platform/server/http/http.ts'
import { requireAdministrator, requireElevatedAdministrator, requireUser } from '#features/accounts/server/index.ts'
import { REBUILD_JOB } from '#features/search/server/index.ts'
import * as contract from '../contract.ts'
import { manifestOf, manifestXml } from './manifest.ts'
import { readMetrics } from './store.ts'

/** Newest jobs among which the last rebuild is looked for. */
const RECENT_JOBS = 200

/** The wiki's reports of itself, and rebuilding its search index. */
export function siteInfoRoutes(app: App): void {
  const { http } = app
  http.handle(contract.serverInformation, ({ ctx }) => {
    requireUser(ctx)
    return {
      baseUrl: app.baseUrl,
      version: COMPATIBLE_VERSION,
      versionNumbers: COMPATIBLE_VERSION.split('.').map(Number),
      buildNumber: Number(COMPATIBLE_BUILD),
      serverTitle: app.settings.get(siteTitle),
    }
  })
  http.handle(contract.accessMode, () => app.settings.get(accessMode))
  http.handle(contract.instanceMetrics, ({ ctx }) => {
    requireAdministrator(ctx)
    return readMetrics(app)
  })
  http.handle(
    contract.manifest,
    ({ request }) => {
      const asksJson =
        request.url.split('?', 1)[0]?.endsWith('.json') || /application\/json/i.test(request.headers.accept ?? '')
      const vary = { vary: 'Accept' }
      if (asksJson) return Answer.json(manifestOf(app), 200, vary)
      return new Answer(200, { 'content-type': 'application/xml;charset=UTF-8', ...vary }, manifestXml(app))
    },
    { aliases: ['/rest/applinks/1.0/manifest.json', '/rest/applinks/latest/manifest'] },
  )
  http.handle(contract.reindexStatus, async ({ ctx }) => {
    requireAdministrator(ctx)
    return rebuildStatus(app)
  })
  http.handle(contract.reindex, async ({ ctx }) => {
    await requireElevatedAdministrator(ctx)
    const { finished } = await rebuildStatus(app)
    if (finished)
      await app.jobs.enqueue({ kind: REBUILD_JOB, title: 'Rebuilding the search index', ownerId: ctx.viewer.userId })
    return rebuildStatus(app)
  })
}

async function rebuildStatus(app: App) {
  const jobs = await app.jobs.list({ ownerId: null, start: 0, limit: RECENT_JOBS })
  const job = jobs.find(candidate => candidate.kind === REBUILD_JOB)
  if (!job) return { finished: true, percentageComplete: 100, elapsedTime: 0, jobID: null }
  const finished = job.state === 'done' || job.state === 'failed'
  const elapsedTime = job.startedAt === null ? 0 : Math.max(0, (job.finishedAt ?? Date.now()) - job.startedAt)
  return { finished, percentageComplete: finished ? 100 : job.progress, elapsedTime, jobID: job.id }
}
