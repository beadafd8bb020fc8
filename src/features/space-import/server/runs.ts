import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Phrase } from '#platform/error-text.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import { temporaryName } from '#platform/server/temporary-names.ts'
import { accountsById, contextOfAccount } from '#features/accounts/server/index.ts'
import { makeImportFolder, removeLeftFolders } from './folders.ts'
import { analyseExport } from './run/analysis.ts'
import { importExport, type ImportResult } from './run/import.ts'
import type { ImportOptions } from './run/options.ts'
import { beginRun, changeRun, finishAnalysis, runById, type RunOptions, type RunRow } from './run-store.ts'

/** How often a run says that it goes on, and looks whether it is to stop. */
const BEAT_MS = 2000

/** Name of this process, by which others know whether it has ended. */
const NAME = temporaryName()

/** The run was cancelled by an administrator. */
export class ImportCancelled extends Error {
  override name = 'ImportCancelled'
}

/** Context of the work on a run. */
export interface RunHooks {
  /** The zip file, or the folder that it was unpacked into. */
  path: string
  /** Folder for temporary files. */
  temporary: string
  people?: ImportOptions['people']
  signal?: AbortSignal | undefined
  progress?: ImportOptions['progress'] | undefined
}

/**
 * Imports what a run asks for, and notes how far it is and how it ends. Run again after a crash, it goes on where it
 * was.
 * @throws ImportCancelled once an administrator cancels it, and as {@link importExport}
 */
export function importRun(ctx: Context, row: RunRow, { progress, ...hooks }: RunHooks): Promise<ImportResult> {
  const { app } = ctx
  let shown = 0
  return watched(app, row, hooks.signal, async signal => {
    await app.database.transaction(tx => beginRun(tx, row.id), { invalidates: false })
    const result = await importExport(ctx, {
      ...hooks,
      ...optionsOf(row),
      runId: row.id,
      signal,
      async progress(done, total, title) {
        await progress?.(done, total, title)
        const percent = Math.min(99, Math.floor((done / total) * 100))
        if (percent === shown) return
        shown = percent
        await change(app, row.id, { progress: percent })
      },
    })
    await change(app, row.id, { state: 'FINISHED', progress: 100, finished_at: Date.now(), file_sha256: null })
    return result
  })
}

/** Reads the export of a run, so that an administrator can choose what is imported. @throws as {@link importRun} */
export function analyseRun(ctx: Context, row: RunRow, hooks: Omit<RunHooks, 'progress'>): Promise<void> {
  return watched(ctx.app, row, hooks.signal, async signal => {
    const { fingerprint, ...analysis } = await analyseExport(ctx, { ...hooks, runId: row.id, signal })
    const found = { fingerprint, analysis: JSON.stringify(analysis) }
    const isReady = await ctx.app.database.transaction(tx => finishAnalysis(tx, row.id, found), { invalidates: false })
    if (!isReady) throw new ImportCancelled()
  })
}

/** Imports or analyses the export of a run whose bytes are stored as a blob. @throws as {@link importRun} */
export async function performStored(
  ctx: Context,
  row: RunRow,
  hooks: Omit<RunHooks, 'path' | 'temporary'>,
): Promise<ImportResult | undefined> {
  const { blobs, config } = ctx.app
  if (row.file_sha256 === null) throw new Error('the export of the import is gone')
  await removeLeftFolders(config.home)
  const temporary = await makeImportFolder(config.home)
  try {
    const path = join(temporary, 'export.zip')
    await pipeline(await blobs.open(row.file_sha256), createWriteStream(path), { signal: hooks.signal })
    if (row.state === 'ANALYSING') await analyseRun(ctx, row, { ...hooks, path, temporary })
    else return await importRun(ctx, row, { ...hooks, path, temporary })
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

/** Does the work of a run while saying that it goes on, ends it when it is cancelled, and notes how it failed. */
async function watched<T>(
  app: App,
  { id }: RunRow,
  stopped: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const cancel = new AbortController()
  const beat = async () => {
    const row = await runById(app.database.read, id)
    if (!row || row.state === 'CANCELLING' || row.state === 'CANCELLED') cancel.abort(new ImportCancelled())
    else await change(app, id, { seen_at: Date.now(), seen_by: NAME })
  }
  let lastBeat: Promise<void> | undefined
  const timer = setInterval(() => {
    lastBeat = Promise.all([lastBeat, beat()]).then(
      () => undefined,
      (error: unknown) => app.log.warn({ err: error }, 'an import could not say that it goes on'),
    )
  }, BEAT_MS)
  try {
    await beat()
    const signal = stopped ? AbortSignal.any([stopped, cancel.signal]) : cancel.signal
    signal.throwIfAborted()
    return await work(signal)
  } catch (error) {
    clearInterval(timer)
    // It would say that the run goes on.
    await lastBeat
    if (cancel.signal.aborted || error instanceof ImportCancelled) {
      await change(app, id, { state: 'CANCELLED', finished_at: Date.now() })
      throw error instanceof ImportCancelled ? error : cancel.signal.reason
    }
    // Stopped with the server, it goes on later.
    if (stopped?.aborted) await change(app, id, { seen_at: null, seen_by: null })
    else await fail(app, id, reasonOf(error))
    throw error
  } finally {
    clearInterval(timer)
  }
}

/** The user who began an import. @throws HttpError 403 if that is no administrator any more */
export async function contextOfOwner(app: App, { owner_id: id }: RunRow): Promise<Context> {
  const account = id === null ? undefined : (await accountsById(app, [id])).get(id)
  const ctx = account?.active === 1 && account.deleted_at === null ? await contextOfAccount(app, account) : undefined
  if (ctx?.viewer.isAdmin !== true)
    throw new HttpError(403, 'The user who began the import is not an administrator any more')
  return ctx
}

/** Notes that a run has failed. Its export is kept for some days, so that it can be begun again. */
export function fail(app: App, id: number, reason: Phrase): Promise<void> {
  return change(app, id, { state: 'FAILED', error: JSON.stringify(reason), finished_at: Date.now() })
}

/** Notes that a run has failed unless that, or another end, is noted already. */
export async function failUnlessOver(app: App, id: number, reason: Phrase): Promise<void> {
  const row = await runById(app.database.read, id)
  if (row && row.finished_at === null) await fail(app, id, reason)
}

/** The reason of a failure for the administrator; those of the server are in its log. */
export function reasonOf(error: unknown): Phrase {
  if (!(error instanceof HttpError)) return { key: 'The import failed; the log of the server tells why', values: {} }
  const { key, values } = error.text
  return { key, values }
}

function optionsOf({
  options,
}: RunRow): Pick<ImportOptions, 'keys' | 'key' | 'enableUsers' | 'update' | 'timeZone' | 'baseUrl'> {
  const { spaces, ...rest } = JSON.parse(options) as RunOptions
  return { ...rest, keys: spaces && new Map(spaces.map(({ key, target }) => [key, target])) }
}

function change(app: App, id: number, changes: Parameters<typeof changeRun>[2]): Promise<void> {
  return app.database.transaction(tx => changeRun(tx, id, changes), { invalidates: false })
}
