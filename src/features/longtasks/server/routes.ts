import { translated } from '#platform/error-text.ts'
import type { App } from '#platform/server/app.ts'
import type { Context, Viewer } from '#platform/server/context.ts'
import { notFound } from '#platform/server/http/errors.ts'
import { pageOf } from '#platform/server/http/paging.ts'
import { readerOf } from '#platform/server/http/view.ts'
import type { JobStatus } from '#platform/server/jobs.ts'
import { getLongTask, listLongTasks, type LongTask } from '../contract.ts'

/** Calls about background work: one task, and those that the viewer may see. */
export function longTaskRoutes(app: App): void {
  app.http.handle(listLongTasks, async ({ ctx, query, request }) => {
    const jobs = await visibleJobs(ctx.app, ctx.viewer, query.start, query.limit + 1)
    const page = pageOf(request, ctx.app, query, jobs)
    return { ...page, results: page.results.map(job => longTaskWire(ctx, job)) }
  })
  app.http.handle(getLongTask, async ({ ctx, params }) => {
    const job = await ctx.app.jobs.get(params.id)
    if (!job || !maySee(ctx.viewer, job))
      throw notFound('No long task found with id : {{id}}', { values: { id: params.id }, forPrograms: true })
    return longTaskWire(ctx, job)
  })
}

/** Policy: one's own work; administrators see all. */
function maySee(viewer: Viewer, job: JobStatus): boolean {
  return viewer.isAdmin || (viewer.userId !== null && job.ownerId === viewer.userId)
}

async function visibleJobs(app: App, viewer: Viewer, start: number, limit: number): Promise<JobStatus[]> {
  if (viewer.isAdmin) return app.jobs.list({ ownerId: null, start, limit })
  return viewer.userId === null ? [] : app.jobs.list({ ownerId: viewer.userId, start, limit })
}

/** The shape that clients poll until `finished` is true, with texts in the reader's language. */
function longTaskWire(ctx: Context, job: JobStatus): LongTask {
  const { t } = readerOf(ctx)
  return {
    id: job.id,
    name: { key: job.kind, args: [], translation: translated(t, job.title) },
    elapsedTime: job.startedAt === null ? 0 : Math.max(0, (job.finishedAt ?? Date.now()) - job.startedAt),
    percentageComplete: job.progress,
    successful: job.state === 'done',
    finished: job.state === 'done' || job.state === 'failed',
    messages: job.messages.map(message => ({ translation: translated(t, message), args: [] })),
    _links: { self: `${ctx.app.baseUrl}/rest/api/longtask/${job.id}` },
  }
}
