import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sentenceOf, type Phrase } from '#platform/error-text.ts'
import { messageOf } from '#platform/message-of.ts'
import type { App } from '#platform/server/app.ts'
import type { JobRun } from '#platform/server/jobs.ts'
import { backupFolder } from './files.ts'
import { beginBackup, changeRunning, endCancelled, oldBackups, type BackupRow } from './store.ts'

/** How often a running job looks whether it was cancelled, and reports its progress. */
const LOOK_MS = 500

class Cancelled extends Error {
  override name = 'Cancelled'
}

/** The values of a finished job besides its state. */
type Outcome = Partial<Pick<BackupRow, 'file_size' | 'lost_files' | 'space_key' | 'result'>>

/**
 * Runs a backup or restore unless it was cancelled, and notes how it ends. After a crash it begins again.
 * @param perform does the work; it reports its progress by `report`, which ends it when it was cancelled
 */
export async function runJob(
  { app, input, signal, progress }: JobRun,
  perform: (row: BackupRow, report: (percent: number) => Promise<void>) => Promise<Outcome>,
): Promise<void> {
  const id = Number(input['backupId'])
  const begun = await app.database.transaction(({ db }) => beginBackup(db, id), { invalidates: false })
  if (!begun) return settleCancelled(app, id)
  let outcome: Outcome
  try {
    outcome = await perform(begun, reporter(app, id, signal, progress))
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (error instanceof Cancelled) return settleCancelled(app, id)
    await finish(app, id, { state: 'FAILED', error: messageOf(error).slice(0, 1000) })
    app.log.error({ backup: id, err: error }, begun.operation === 'BACKUP' ? 'a backup failed' : 'a restore failed')
    return
  }
  await finish(app, id, { ...outcome, state: 'FINISHED', progress: 100 })
  if (begun.operation === 'BACKUP') await removeOld(app, begun.space_key)
}

/** Notes that a backup or restore is given up, so that another can be asked for. */
export async function giveUpJob({ app, input }: Pick<JobRun, 'app' | 'input'>, reason: Phrase): Promise<void> {
  await finish(app, Number(input['backupId']), { state: 'FAILED', error: sentenceOf(reason) })
}

/** Stores the progress at most every half second, and ends the job when it was cancelled. */
function reporter(app: App, id: number, signal: AbortSignal, progress: JobRun['progress']) {
  let looked = 0
  return async (percent: number): Promise<void> => {
    signal.throwIfAborted()
    if (Date.now() - looked < LOOK_MS) return
    looked = Date.now()
    const shown = Math.min(99, Math.floor(percent))
    const isGoing = await app.database.transaction(({ db }) => changeRunning(db, id, { progress: shown }), {
      invalidates: false,
    })
    if (!isGoing) throw new Cancelled()
    await progress(shown)
  }
}

async function finish(
  app: App,
  id: number,
  values: Outcome & { state: 'FINISHED' | 'FAILED'; progress?: number; error?: string },
): Promise<void> {
  const isDone = await app.database.transaction(
    ({ db }) => changeRunning(db, id, { ...values, finished_at: Date.now(), file_sha256: null }),
    { invalidates: false },
  )
  if (!isDone) await settleCancelled(app, id)
}

/** A backup that was cancelled while it ran leaves no file. */
async function settleCancelled(app: App, id: number): Promise<void> {
  const row = await app.database.transaction(({ db }) => endCancelled(db, id), { invalidates: false })
  if (row?.operation === 'BACKUP') await rm(join(backupFolder(app), row.file_name), { force: true })
}

async function removeOld(app: App, spaceKey: string | null): Promise<void> {
  for (const { file_name: name } of await oldBackups(app.database.read, spaceKey))
    await rm(join(backupFolder(app), name), { force: true })
}
