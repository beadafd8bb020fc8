import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { App } from '#platform/server/app.ts'
import { forbidden, notFound } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { accountsById, requireAdministrator, requireElevatedAdministrator } from '#features/accounts/server/index.ts'
import {
  backupSite,
  cancelJob,
  clearQueue,
  downloadBackup,
  getJob,
  listFiles,
  listJobs,
  type JobDetails,
} from '../contract.ts'
import { backupFiles, backupFolder, backupSize } from './files.ts'
import { clearBackups, recordDownload, requestBackup, requestCancel } from './service.ts'
import { backupById, findBackups, finishedBackup, type BackupRow } from './store.ts'

/** Read at a time. */
const PIECE_BYTES = 256 * 1024

/** Calls for administrators: asking for backups, cancelling, listing and fetching them. */
export function backupRoutes(app: App): void {
  const { http } = app
  const { read } = app.database
  http.handle(backupSite, async ({ ctx, body }) => {
    await requireElevatedAdministrator(ctx)
    return backupWire(app, await requestBackup(ctx, body.fileNamePrefix))
  })
  http.handle(cancelJob, async ({ ctx, params }) => {
    await requireElevatedAdministrator(ctx)
    return backupWire(app, await requestCancel(ctx, params.jobId))
  })
  http.handle(clearQueue, async ({ ctx }) => {
    await requireElevatedAdministrator(ctx)
    return clearBackups(ctx)
  })
  http.handle(downloadBackup, async ({ ctx, params }) => {
    await requireElevatedAdministrator(ctx)
    const row = await finishedBackup(read, params.jobId)
    const size = row && (await backupSize(app, row.file_name))
    if (!row || size === undefined) {
      throw notFound('There is no finished backup {{id}}, or its file is gone or on another server', {
        values: { id: params.jobId },
      })
    }
    await recordDownload(ctx, row)
    return backupAnswer(app, row.file_name, size)
  })
  http.handle(listJobs, async ({ ctx, query }) => {
    requireAdministrator(ctx)
    // Spaces are not backed up by themselves, and a restore is made by the command.
    if (query.jobOperation === 'RESTORE' || query.jobScope === 'SPACE' || query.spaceKey !== undefined) return []
    return backupWires(app, await findBackups(read, query))
  })
  http.handle(getJob, async ({ ctx, params }) => {
    requireAdministrator(ctx)
    const row = await backupById(read, params.jobId)
    // Clients of the old product know this status here.
    if (!row) throw forbidden('There is no backup {{id}}, or you may not see it', { values: { id: params.jobId } })
    return backupWire(app, row)
  })
  http.handle(listFiles, async ({ ctx, query }) => {
    requireAdministrator(ctx)
    if (query.jobScope === 'SPACE') return []
    return (await backupFiles(app)).map(file => ({ ...file, jobScope: 'SITE' as const }))
  })
}

function backupAnswer(app: App, name: string, size: number): Answer {
  return new Answer(
    200,
    {
      'content-type': 'application/gzip',
      'content-length': String(size),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    },
    createReadStream(join(backupFolder(app), name), { highWaterMark: PIECE_BYTES }),
  )
}

async function backupWires(app: App, rows: readonly BackupRow[]): Promise<JobDetails[]> {
  const owners = await accountsById(
    app,
    rows.map(row => row.owner_id),
  )
  return Promise.all(rows.map(row => jobDetails(app, row, owners.get(row.owner_id ?? 0)?.username ?? '')))
}

async function backupWire(app: App, row: BackupRow): Promise<JobDetails> {
  const owner = (await accountsById(app, [row.owner_id])).get(row.owner_id ?? 0)
  return jobDetails(app, row, owner?.username ?? '')
}

async function jobDetails(app: App, row: BackupRow, owner: string): Promise<JobDetails> {
  return {
    id: row.id,
    jobOperation: 'BACKUP',
    jobScope: 'SITE',
    jobState: row.state,
    owner,
    createTime: row.created_at,
    startProcessingTime: row.started_at,
    finishProcessingTime: row.finished_at,
    cancelTime: row.cancelled_at,
    fileName: row.file_name,
    fileSize: row.file_size,
    fileExists: row.state === 'FINISHED' && (await backupSize(app, row.file_name)) !== undefined,
    errorMessage: row.error,
    lostFiles: row.lost_files,
    jobStatistics: { percentageComplete: row.progress },
  }
}
