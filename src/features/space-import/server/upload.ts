import { Readable } from 'node:stream'
import type { Phrase } from '#platform/error-text.ts'
import type { App } from '#platform/server/app.ts'
import { claimBlob } from '#platform/server/blobs/claims.ts'
import type { Context } from '#platform/server/context.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { badRequest, HttpError, notFound } from '#platform/server/http/errors.ts'
import type { JobRun } from '#platform/server/jobs.ts'
import { foldKey } from '#features/spaces/server/index.ts'
import { HelperEnded } from '#platform/server/processes/helper.ts'
import { performRun } from './perform.ts'
import { obstacleOf } from './run/plan.ts'
import { checkTimeZone } from './run/times.ts'
import { contextOfOwner, fail, failUnlessOver, ImportCancelled, reasonOf } from './runs.ts'
import {
  changeRun,
  deleteRun,
  endRun,
  insertRun,
  releaseExports,
  runById,
  type RunOptions,
  type RunRow,
} from './run-store.ts'

export const IMPORT_JOB = 'space-import.upload'
/** Bytes of an export that is sent to the wiki; larger exports are imported on the server, by the command. */
export const MOST_EXPORT_BYTES = 8 * 1024 ** 3

/**
 * Stores an export and queues its import, or its analysis alone. The caller has asked the policy.
 * @throws HttpError 400, 413
 */
export async function acceptUpload(
  ctx: Context,
  body: unknown,
  { fileName, review, options }: { fileName: string; review: boolean; options: RunOptions },
): Promise<RunRow> {
  if (!(body instanceof Readable)) throw badRequest('send the bytes of the file as the body', { forPrograms: true })
  const known = withoutEmpty(options)
  if (known.timeZone !== undefined) checkTimeZone(known.timeZone)
  const blob = await ctx.app.blobs.put(body, { maxSize: MOST_EXPORT_BYTES })
  if (blob.size === 0) throw badRequest('The file is empty')
  return ctx.app.database.transaction(async tx => {
    await claimBlob(tx, ctx.app, blob.sha256)
    const row = await insertRun(tx, {
      origin: 'upload',
      owner_id: ctx.viewer.userId,
      file_name: fileName,
      file_size: blob.size,
      file_sha256: blob.sha256,
      options: known,
      state: review ? 'ANALYSING' : 'QUEUED',
    })
    await enqueue(ctx, tx, row)
    return row
  })
}

/**
 * Queues an import that was reviewed, cancelled or has failed.
 * @param options replace those that were given before
 * @throws HttpError 400 for a space that cannot be imported under its key, 404, and 409 if the import runs, is done, or
 * its export is gone
 */
export async function startRun(ctx: Context, id: number, options: RunOptions): Promise<RunRow> {
  if (options.timeZone) checkTimeZone(options.timeZone)
  const before = await requireRun(ctx.app.database.read, id)
  const { update } = changedOptions(before, options)
  await checkSpaces(ctx, before, { spaces: options.spaces, update })
  return ctx.app.database.transaction(async tx => {
    const row = await requireRun(tx.db, id)
    if (!canStart(row))
      throw new HttpError(409, 'The import cannot be started: it runs, is done, or its export is gone')
    await changeRun(tx, id, {
      state: 'QUEUED',
      options: JSON.stringify(changedOptions(row, options)),
      progress: 0,
      error: null,
      finished_at: null,
    })
    await enqueue(ctx, tx, row)
    return requireRun(tx.db, id)
  })
}

/** Options of a run with changes. */
function changedOptions(row: RunRow, changes: RunOptions): RunOptions {
  return withoutEmpty({ ...(JSON.parse(row.options) as RunOptions), ...changes })
}

/** Options without texts that are empty. */
function withoutEmpty({ timeZone, baseUrl, ...options }: RunOptions): RunOptions {
  return { ...options, ...(timeZone && { timeZone }), ...(baseUrl && { baseUrl }) }
}

/** Refuses keys under which spaces cannot be imported, before anything is queued. @throws HttpError 400 */
async function checkSpaces(
  ctx: Context,
  { fingerprint }: RunRow,
  { spaces = [], update = false }: RunOptions,
): Promise<void> {
  const targets = new Set<string>()
  for (const space of spaces) {
    const target = foldKey(space.target)
    if (targets.has(target))
      throw badRequest('Two spaces cannot have the same key {{key}}', { values: { key: space.target } })
    targets.add(target)
    const { problem, canUpdate } = await obstacleOf(ctx, fingerprint ?? '', space)
    if (problem && !(update && canUpdate)) throw badRequest(problem.key, { values: problem.values })
  }
}

/** Whether an import waits to be started, or can go on. */
export function canStart({ state, file_sha256 }: RunRow): boolean {
  return file_sha256 !== null && (state === 'READY' || state === 'CANCELLED' || state === 'FAILED')
}

/**
 * Ends an import: one that runs as soon as it looks, another at once. One that is over stays as it is.
 * @throws HttpError 404
 */
export async function cancelRun({ app }: Context, id: number): Promise<RunRow> {
  return app.database.transaction(
    async tx => {
      await endRun(tx, await requireRun(tx.db, id))
      return requireRun(tx.db, id)
    },
    { invalidates: false },
  )
}

/** Removes an import that does not run, with its report. @throws HttpError 404, 409 */
export async function removeRun({ app }: Context, id: number): Promise<void> {
  await app.database.transaction(
    async tx => {
      await requireRun(tx.db, id)
      if (!(await deleteRun(tx, id))) throw new HttpError(409, 'The import runs: cancel it first')
    },
    { invalidates: false },
  )
}

/** @throws HttpError 404 */
export async function requireRun(db: Parameters<typeof runById>[0], id: number): Promise<RunRow> {
  const row = await runById(db, id)
  if (!row) throw notFound('There is no import {{id}}', { values: { id } })
  return row
}

function enqueue({ app }: Context, tx: WriteTransaction, { id, file_name: name, owner_id }: RunRow): Promise<string> {
  const job = { kind: IMPORT_JOB, title: 'Import of {{name}}', values: { name }, ownerId: owner_id, input: { id } }
  return app.jobs.enqueue(job, tx)
}

/** The work of {@link IMPORT_JOB}. Run again after a crash, it goes on where it was. */
export async function runUpload({ app, input, signal, progress, isLastAttempt }: JobRun): Promise<void> {
  const row = await runById(app.database.read, Number(input['id']))
  if (!row || !isGoing(row)) return
  try {
    const ctx = await contextOfOwner(app, row)
    await performRun(ctx, row, { signal, progress: (done, total) => progress(Math.floor((done / total) * 100)) })
  } catch (error) {
    // Stopped: it is queued again.
    if (signal.aborted) throw error
    if (error instanceof ImportCancelled) return
    app.log.error({ import: row.id, err: error }, 'an import of spaces failed')
    // A helper that was killed could not note that it failed, and goes on at the next attempt.
    if (error instanceof HelperEnded && !isLastAttempt) throw error
    await failUnlessOver(app, row.id, reasonOf(error))
    if (error instanceof HelperEnded) throw error
  }
}

/** Whether a run waits for its job, or was interrupted in it. */
const isGoing = ({ state }: RunRow): boolean =>
  state === 'ANALYSING' || state === 'QUEUED' || state === 'PROCESSING' || state === 'CANCELLING'

/** Notes that {@link IMPORT_JOB} is given up. */
export async function giveUpUpload({ app, input }: Pick<JobRun, 'app' | 'input'>, reason: Phrase): Promise<void> {
  const key =
    'The import was interrupted {{attempts}} times, such as by a restart of the server. Start it again to go on, or delete the incomplete space'
  await fail(app, Number(input['id']), { key, values: reason.values })
}

/** Time for which exports are kept that were not imported. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000

/** Releases the exports of imports that wait, were cancelled or have failed, and were not gone on with for a week. */
export async function releaseOldExports({ database }: App): Promise<void> {
  await database.transaction(tx => releaseExports(tx, Date.now() - KEPT_MS), { invalidates: false })
}
