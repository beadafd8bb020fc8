import { Readable } from 'node:stream'
import type { Phrase } from '#platform/error-text.ts'
import type { App } from '#platform/server/app.ts'
import { claimBlob } from '#platform/server/blobs/claims.ts'
import type { Context } from '#platform/server/context.ts'
import { badRequest, HttpError } from '#platform/server/http/errors.ts'
import type { JobRun } from '#platform/server/jobs.ts'
import { contextOfAccount, requireAccount } from '#features/accounts/server/index.ts'
import { importStored, MOST_EXPORT_BYTES } from './stored.ts'
import { changeUpload, insertUpload, uploadById, type UploadOptions, type UploadRow } from './upload-store.ts'

export const IMPORT_JOB = 'space-import.upload'

/** Stores an export and queues its import. The caller has asked the policy. @throws HttpError 400, 413 */
export async function acceptUpload(
  ctx: Context,
  body: unknown,
  fileName: string,
  options: UploadOptions,
): Promise<UploadRow> {
  if (!(body instanceof Readable)) throw badRequest('send the bytes of the file as the body', { forPrograms: true })
  const blob = await ctx.app.blobs.put(body, { maxSize: MOST_EXPORT_BYTES })
  if (blob.size === 0) throw badRequest('The file is empty')
  return ctx.app.database.transaction(async tx => {
    await claimBlob(tx, ctx.app, blob.sha256)
    const row = await insertUpload(tx, {
      owner_id: ctx.viewer.userId,
      file_name: fileName,
      file_size: blob.size,
      file_sha256: blob.sha256,
      options: JSON.stringify(options),
    })
    const values = { name: fileName }
    await ctx.app.jobs.enqueue(
      { kind: IMPORT_JOB, title: 'Import of {{name}}', values, ownerId: ctx.viewer.userId, input: { id: row.id } },
      tx,
    )
    return row
  })
}

/** The work of {@link IMPORT_JOB}. Run again after a crash, it goes on where it was. */
export async function runUpload({ app, input, signal, progress }: JobRun): Promise<void> {
  const row = await uploadById(app.database.read, Number(input['id']))
  if (!row?.file_sha256 || row.owner_id === null) return
  const ctx = await contextOfAccount(app, await requireAccount(app, { id: row.owner_id }))
  try {
    await change(app, row.id, { state: 'PROCESSING' })
    let shown = 0
    const result = await importStored(ctx, row.file_sha256, {
      ...(JSON.parse(row.options) as UploadOptions),
      signal,
      async progress(done, total) {
        const percent = Math.min(99, Math.floor((done / total) * 100))
        await progress(percent)
        if (percent === shown) return
        shown = percent
        await change(app, row.id, { progress: percent })
      },
    })
    await finish(app, row.id, { state: 'FINISHED', progress: 100, result: JSON.stringify(result) })
  } catch (error) {
    // Stopped: it is queued again.
    if (signal.aborted) throw error
    app.log.error({ upload: row.id, err: error }, 'an import of spaces failed')
    const { key, values } =
      error instanceof HttpError
        ? error.text
        : { key: 'The import failed; the log of the server tells why', values: {} }
    await finish(app, row.id, { state: 'FAILED', error: JSON.stringify({ key, values }) })
  }
}

/** Notes that {@link IMPORT_JOB} is given up. */
export async function giveUpUpload({ app, input }: Pick<JobRun, 'app' | 'input'>, reason: Phrase): Promise<void> {
  const key =
    'The import was interrupted {{attempts}} times, such as by a restart of the server. Upload the same file again to go on, or delete the incomplete space'
  await finish(app, Number(input['id']), { state: 'FAILED', error: JSON.stringify({ key, values: reason.values }) })
}

function finish(app: App, id: number, changes: Pick<UploadRow, 'state'> & Partial<UploadRow>): Promise<void> {
  return change(app, id, { ...changes, finished_at: Date.now(), file_sha256: null })
}

function change(app: App, id: number, changes: Partial<UploadRow>): Promise<void> {
  return app.database.transaction(tx => changeUpload(tx, id, changes), { invalidates: false })
}
