import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { App, ServerFeature } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { forbidden } from '#platform/server/http/errors.ts'
import type { JobRun } from '#platform/server/jobs.ts'
import { contextOfAccount, requireAccount } from '#features/accounts/server/index.ts'
import { exportSpace, requireExportableSpace } from '#features/space-export/server/index.ts'
import { importStored } from '#features/space-import/server/index.ts'
import { backupFolder } from './files.ts'
import type { RestoreResult } from './result.ts'
import { countBlobs, type BackupRow } from './store.ts'
import { runJob } from './work.ts'

export const RUN_JOB = 'backup.site'
export const SPACE_JOB = 'backup.space'
export const RESTORE_JOB = 'backup.restore'

/** Pages are the larger part of a space backup; the bytes of files follow. */
const PERCENT_PAGES = 80

/** The work of {@link RUN_JOB}: writes a backup of the wiki. */
export function runBackup(run: JobRun, features: readonly ServerFeature[]): Promise<void> {
  const { app } = run
  return runJob(run, async ({ id, file_name }, report) => {
    const file = await freshFile(app, file_name)
    const total = await countBlobs(app.database.read)
    let blobs = 0
    const { backup } = await import('#platform/server/backup/index.ts')
    const manifest = await backup(app.config, file, features, async name => {
      if (name.startsWith('blobs/')) blobs++
      await report((blobs / (total + 1)) * 100)
    })
    const { lost, missing, damaged } = manifest.blobs
    if (lost > 0)
      app.log.error(
        { backup: id, lost, missing, damaged },
        'a backup was made without files that are missing or damaged',
      )
    return { file_size: (await stat(file)).size, lost_files: lost }
  })
}

/** The work of {@link SPACE_JOB}: writes an export of a space, with what its owner may see. */
export function runSpaceBackup(run: JobRun): Promise<void> {
  const { app, signal } = run
  return runJob(run, async (row, report) => {
    const ctx = await contextOfOwner(app, row)
    const space = await requireExportableSpace(ctx, row.space_key ?? '')
    const file = await freshFile(app, row.file_name)
    const { archive, lostFiles } = await exportSpace(ctx, space, {
      comments: true,
      rights: true,
      signal,
      progress: (done, total) => report((done / total) * PERCENT_PAGES),
    })
    try {
      await pipeline(archive, createWriteStream(partial(file), { mode: 0o600 }), { signal })
      await rename(partial(file), file)
    } catch (error) {
      await rm(partial(file), { force: true })
      throw error
    }
    return { file_size: (await stat(file)).size, lost_files: lostFiles() }
  })
}

/** The work of {@link RESTORE_JOB}: imports the spaces of an export. */
export function runRestore(run: JobRun): Promise<void> {
  const { app, signal } = run
  return runJob(run, async (row, report) => {
    const ctx = await contextOfOwner(app, row)
    if (!ctx.viewer.isAdmin) throw forbidden('Only administrators may do this')
    if (row.file_sha256 === null) throw new Error('the file of the restore is gone')
    const { spaces, ...summary } = await importStored(
      ctx,
      { name: row.file_name, sha256: row.file_sha256, size: row.file_size ?? 0 },
      {
        signal,
        progress: (done, total) => report((done / total) * 100),
      },
    )
    const spaceKeys = spaces.map(({ key }) => key)
    const result: RestoreResult = { spaceKeys, ...summary }
    return { space_key: spaceKeys.length === 1 ? (spaceKeys[0] ?? null) : null, result: JSON.stringify(result) }
  })
}

async function contextOfOwner(app: App, { owner_id: id }: BackupRow): Promise<Context> {
  return contextOfAccount(app, await requireAccount(app, { id: id ?? 0 }))
}

/** The path of a new backup, without what an attempt that was broken off has left. */
async function freshFile(app: App, name: string): Promise<string> {
  const file = join(backupFolder(app), name)
  await mkdir(backupFolder(app), { recursive: true, mode: 0o700 })
  await Promise.all([rm(file, { force: true }), rm(partial(file), { force: true })])
  return file
}

function partial(file: string): string {
  return `${file}.partial`
}
