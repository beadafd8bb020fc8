import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sentenceOf, type Phrase } from '#platform/error-text.ts'
import { messageOf } from '#platform/message-of.ts'
import type { App, ServerFeature } from '#platform/server/app.ts'
import type { JobRun } from '#platform/server/jobs.ts'
import { backupFolder } from './files.ts'
import { beginBackup, changeRunning, countBlobs, endCancelled, oldBackups } from './store.ts'

export const RUN_JOB = 'backup.site'
/** How often a running backup looks whether it was cancelled, and reports its progress. */
const LOOK_MS = 500

class Cancelled extends Error {
  override name = 'Cancelled'
}

/** The work of {@link RUN_JOB}: writes the file, unless it was cancelled. After a crash it begins again. */
export async function runBackup(
  { app, input, signal, progress }: JobRun,
  features: readonly ServerFeature[],
): Promise<void> {
  const id = Number(input['backupId'])
  const begun = await app.database.transaction(({ db }) => beginBackup(db, id), { invalidates: false })
  if (!begun) return settleCancelled(app, id)
  const file = join(backupFolder(app), begun.file_name)
  await mkdir(backupFolder(app), { recursive: true, mode: 0o700 })
  // What an attempt that was broken off has left.
  await Promise.all([rm(file, { force: true }), rm(`${file}.partial`, { force: true })])
  const look = await watcher(app, id, signal, progress)
  const { backup } = await import('#platform/server/backup/index.ts')
  let manifest: Awaited<ReturnType<typeof backup>>
  try {
    manifest = await backup(app.config, file, features, look)
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (error instanceof Cancelled) return settleCancelled(app, id)
    await finish(app, id, { state: 'FAILED', error: messageOf(error).slice(0, 1000) })
    app.log.error({ backup: id, err: error }, 'a backup failed')
    return
  }
  const { lost, missing, damaged } = manifest.blobs
  if (lost > 0)
    app.log.error({ backup: id, lost, missing, damaged }, 'a backup was made without files that are missing or damaged')
  await finish(app, id, { state: 'FINISHED', progress: 100, file_size: (await stat(file)).size, lost_files: lost })
  await removeOld(app)
}

/** Notes that {@link RUN_JOB} is given up, so that another backup can be asked for. */
export async function giveUpBackup({ app, input }: Pick<JobRun, 'app' | 'input'>, reason: Phrase): Promise<void> {
  await finish(app, Number(input['backupId']), { state: 'FAILED', error: sentenceOf(reason) })
}

/** Called before each file of the archive: ends the backup when it was cancelled, and reports its progress. */
async function watcher(
  app: App,
  id: number,
  signal: AbortSignal,
  progress: JobRun['progress'],
): Promise<(name: string) => Promise<void>> {
  const total = await countBlobs(app.database.read)
  let looked = 0
  let blobs = 0
  return async name => {
    signal.throwIfAborted()
    if (name.startsWith('blobs/')) blobs++
    if (Date.now() - looked < LOOK_MS) return
    looked = Date.now()
    const percent = Math.min(99, Math.floor((blobs / (total + 1)) * 100))
    const going = await app.database.transaction(({ db }) => changeRunning(db, id, { progress: percent }), {
      invalidates: false,
    })
    if (!going) throw new Cancelled()
    await progress(percent)
  }
}

async function finish(
  app: App,
  id: number,
  values: { state: 'FINISHED' | 'FAILED'; progress?: number; file_size?: number; lost_files?: number; error?: string },
): Promise<void> {
  const done = await app.database.transaction(
    ({ db }) => changeRunning(db, id, { ...values, finished_at: Date.now() }),
    { invalidates: false },
  )
  if (!done) await settleCancelled(app, id)
}

/** A backup that was cancelled while it ran leaves no file. */
async function settleCancelled(app: App, id: number): Promise<void> {
  const row = await app.database.transaction(({ db }) => endCancelled(db, id), { invalidates: false })
  if (row) await rm(join(backupFolder(app), row.file_name), { force: true })
}

async function removeOld(app: App): Promise<void> {
  for (const { file_name: name } of await oldBackups(app.database.read))
    await rm(join(backupFolder(app), name), { force: true })
}
