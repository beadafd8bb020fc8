import { claimBlob } from '#platform/server/blobs/claims.ts'
import type { Context } from '#platform/server/context.ts'
import { forbidden } from '#platform/server/http/errors.ts'
import type { JobRun } from '#platform/server/jobs.ts'
import { contextOfAccount, requireAccount, requireUser } from '#features/accounts/server/index.ts'
import { mayInSpace, requireSpace, spaceRow, type Space } from '#features/spaces/server/index.ts'
import { exportSpace } from './run/export.ts'
import type { ExportOptions } from './run/run.ts'
import { earlierExport, exportById, finishExport, insertExport, setJob, type SpaceExportRow } from './store.ts'

export const EXPORT_JOB = 'space.export'
/** Of the work the pages are the larger part; the bytes of files follow. */
const PERCENT_PAGES = 80

/**
 * The space of a key, if the viewer may export it.
 * @throws HttpError 401 for a visitor who has not signed in, 404 when they may not see it, 403 when they may
 */
export async function requireExportableSpace(ctx: Context, key: string): Promise<Space> {
  requireUser(ctx)
  const space = await requireSpace(ctx, key)
  await authoriseExport(ctx, space)
  return space
}

/** @throws HttpError 403 */
async function authoriseExport({ app, viewer }: Context, space: Space): Promise<void> {
  if (!(await mayInSpace(app, viewer, space.id, 'export:space')))
    throw forbidden('You do not have permission to export the space {{key}}', { values: { key: space.key } })
}

/** Queues an export, unless one waits or runs that the viewer asked for of the same space in the same way. */
export async function requestExport(
  ctx: Context,
  space: Space,
  options: Pick<ExportOptions, 'comments' | 'rights'>,
): Promise<SpaceExportRow> {
  const accountId = requireUser(ctx)
  const wanted = { comments: Number(options.comments), rights: Number(options.rights) }
  const earlier = await earlierExport(ctx.app.database.read, accountId, space.id)
  if (earlier && (await isUnfinished(ctx, earlier))) {
    if (earlier.comments === wanted.comments && earlier.rights === wanted.rights) return earlier
  }
  return ctx.app.database.transaction(async tx => {
    const row = await insertExport(tx, { space_id: space.id, account_id: accountId, ...wanted })
    const job_id = await ctx.app.jobs.enqueue(
      {
        kind: EXPORT_JOB,
        title: 'Exporting space {{key}}',
        values: { key: space.key },
        ownerId: accountId,
        input: { exportId: row.id },
      },
      tx,
    )
    await setJob(tx, row.id, job_id)
    tx.append({
      kind: 'space.exported',
      actorId: accountId,
      spaceId: space.id,
      data: { key: space.key, name: space.name },
    })
    return { ...row, job_id }
  })
}

async function isUnfinished({ app }: Context, { job_id }: SpaceExportRow): Promise<boolean> {
  const job = await app.jobs.get(job_id)
  return job?.state === 'queued' || job?.state === 'running'
}

/** The work of {@link EXPORT_JOB}: stores the file. An export that was asked for anew, or whose space is gone, ends. */
export async function runExport({ app, input, signal, progress }: JobRun): Promise<void> {
  const row = await exportById(app.database.read, Number(input['exportId']))
  const space = row && (await spaceRow(app.database.read, row.space_id))
  if (!row || !space || row.sha256 !== null) return
  const ctx = await contextOfAccount(app, await requireAccount(app, { id: row.account_id }))
  await authoriseExport(ctx, space)
  const { archive, lostFiles } = await exportSpace(ctx, space, {
    comments: row.comments === 1,
    rights: row.rights === 1,
    signal,
    progress: (done, total) => progress(Math.floor((done / total) * PERCENT_PAGES)),
  })
  const { sha256, size } = await app.blobs.put(archive, { maxSize: Number.MAX_SAFE_INTEGER })
  await app.database.transaction(async tx => {
    await claimBlob(tx, app, sha256)
    await finishExport(tx, row.id, { sha256, size, lost_files: lostFiles() })
  })
}
