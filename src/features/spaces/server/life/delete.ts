import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import type { JobKind, JobRun } from '#platform/server/jobs.ts'
import { spaceDeletionSteps } from '../extensions.ts'
import {
  closedSpaces,
  closeSpace,
  deleteSpaceRow,
  jobsUnderWay,
  lockSpace,
  noSpace,
  spaceRow,
  type Space,
} from '../store.ts'

const JOB_KIND = 'space.delete'

/**
 * Deletes a space: it is invisible from now on and its key is free, its content goes in the background. The caller has
 * asked the policy.
 * @returns the id of the job
 */
export async function deleteSpace(ctx: Context, space: Space): Promise<string> {
  return ctx.app.database.transaction(async tx => {
    const current = await lockSpace(tx, space.id)
    if (!current) throw noSpace(space.key)
    await closeSpace(tx, space.id)
    tx.append({
      kind: 'space.deleted',
      actorId: ctx.viewer.userId,
      spaceId: space.id,
      data: { key: current.key, name: current.name, type: current.type },
    })
    return ctx.app.jobs.enqueue(jobFor(current, ctx.viewer.userId), tx)
  })
}

function jobFor(space: Pick<Space, 'id' | 'key'>, ownerId: number | null) {
  return {
    kind: JOB_KIND,
    title: 'Deleting space {{key}}',
    values: { key: space.key },
    ownerId,
    input: { spaceId: space.id },
  }
}

/**
 * Requeues the work for deleted spaces whose job gave up, e.g. because a disk was full. Called at start, when what
 * was wrong may be mended.
 */
export async function resumeDeletions(app: App): Promise<void> {
  const { read } = app.database
  const spaces = await closedSpaces(read)
  if (spaces.length === 0) return
  const jobs = await jobsUnderWay(read, JOB_KIND)
  const underWay = new Set(jobs.map(job => (JSON.parse(job.input) as { spaceId?: unknown }).spaceId))
  for (const space of spaces) if (!underWay.has(space.id)) await app.jobs.enqueue(jobFor(space, null))
}

/** Empties a deleted space batch by batch, then removes it. After a crash it resumes with what is left. */
export const spaceDeletionJob: JobKind = {
  kind: JOB_KIND,
  attempts: 10,
  async run(run) {
    const spaceId = Number(run.input['spaceId'])
    const space = await spaceRow(run.app.database.read, spaceId)
    // Done by an earlier attempt that was cut off before it could say so.
    if (space?.status !== 'deleting') return
    await removeContents(run, spaceId)
    await run.app.database.transaction(async tx => {
      await deleteSpaceRow(tx, spaceId)
      tx.append({ kind: 'space.purged', actorId: run.ownerId, spaceId, data: { key: space.key, name: space.name } })
    })
    await run.progress(100, { key: 'The space {{key}} has been deleted', values: { key: space.key } })
  },
}

async function removeContents({ app, signal, progress }: JobRun, spaceId: number): Promise<void> {
  const steps = app.extensions.all(spaceDeletionSteps)
  let total = 0
  for (const step of steps) total += await step.count(app, spaceId)
  let removed = 0
  for (const step of steps) {
    for (;;) {
      signal.throwIfAborted()
      const batch = await app.database.transaction(tx => step.remove(tx, spaceId))
      if (batch === 0) break
      removed += batch
      // The last percent is the space itself.
      await progress(Math.min(99, (removed / Math.max(1, total)) * 99))
    }
  }
}
