import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { sentenceOf } from '#platform/error-text.ts'
import type { App } from '#platform/server/app.ts'
import type { Context } from '#platform/server/context.ts'
import { forbidden, notFound } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import {
  accountsById,
  requireAdministrator,
  requireElevatedAdministrator,
  requireUser,
} from '#features/accounts/server/index.ts'
import { requireExportableSpace } from '#features/space-export/server/index.ts'
import * as contract from '../contract.ts'
import type { JobDetails } from '../contract.ts'
import { backupFiles, backupFolder, backupSize, SITE_FILE } from './files.ts'
import { fileInFolder, uploadedFile } from './restore-file.ts'
import { restoreResult } from './result.ts'
import {
  clearBackups,
  noBackup,
  recordDownload,
  requestBackup,
  requestCancel,
  requestRestore,
  requestSpaceBackup,
} from './service.ts'
import { backupById, findBackups, finishedBackup, type BackupRow } from './store.ts'

/** Read at a time. */
const PIECE_BYTES = 256 * 1024

/**
 * Backups and restores: of the wiki for administrators, of spaces for users who may export them. Users see their own
 * jobs, administrators all.
 */
export function backupRoutes(app: App): void {
  backupCalls(app)
  restoreCalls(app)
  jobCalls(app)
}

function backupCalls(app: App): void {
  const { http } = app
  http.handle(contract.backupSite, async ({ ctx, body }) => {
    await requireElevatedAdministrator(ctx)
    return backupWire(app, await requestBackup(ctx, body.fileNamePrefix))
  })
  http.handle(contract.backupSpace, async ({ ctx, body }) => {
    const [key = ''] = body.spaceKeys
    const space = await requireExportableSpace(ctx, key)
    return backupWire(app, await requestSpaceBackup(ctx, space, body.fileNamePrefix))
  })
  http.handle(contract.downloadBackup, async ({ ctx, params }) => {
    requireUser(ctx)
    const row = await finishedBackup(app.database.read, params.jobId)
    await authoriseDownload(ctx, row, params.jobId)
    const size = row && (await backupSize(app, row.file_name))
    if (!row || size === undefined) throw noFile(params.jobId)
    await recordDownload(ctx, row)
    return backupAnswer(app, row.file_name, size)
  })
}

/** @throws HttpError 403, and 404 for what is not there for the viewer */
async function authoriseDownload(ctx: Context, row: BackupRow | undefined, id: number): Promise<void> {
  if (row?.scope === 'SPACE' && row.owner_id === ctx.viewer.userId) {
    await requireExportableSpace(ctx, row.space_key ?? '')
    return
  }
  if (!ctx.viewer.isAdmin) throw noFile(id)
  await requireElevatedAdministrator(ctx)
}

function noFile(id: number): Error {
  return notFound('There is no finished backup {{id}}, or its file is gone or on another server', { values: { id } })
}

function restoreCalls(app: App): void {
  const { http } = app
  for (const [endpoint, scope] of [
    [contract.restoreSpace, 'SPACE'],
    [contract.restoreSite, 'SITE'],
  ] as const) {
    http.handle(endpoint, async ({ ctx, body }) => {
      await requireElevatedAdministrator(ctx)
      return backupWire(app, await requestRestore(ctx, scope, await fileInFolder(app, body.fileName)))
    })
  }
  for (const [endpoint, scope] of [
    [contract.restoreUploadedSpace, 'SPACE'],
    [contract.restoreUploadedSite, 'SITE'],
  ] as const) {
    http.handle(endpoint, async ({ ctx, request }) => {
      await requireElevatedAdministrator(ctx)
      return backupWire(app, await requestRestore(ctx, scope, await uploadedFile(app, request)))
    })
  }
}

function jobCalls(app: App): void {
  const { http } = app
  const { read } = app.database
  http.handle(contract.cancelJob, async ({ ctx, params }) => {
    const userId = requireUser(ctx)
    const row = await backupById(read, params.jobId)
    const isOwnExport = row?.scope === 'SPACE' && row.operation === 'BACKUP' && row.owner_id === userId
    if (!isOwnExport && !ctx.viewer.isAdmin) throw noBackup(params.jobId)
    if (!isOwnExport) await requireElevatedAdministrator(ctx)
    return backupWire(app, await requestCancel(ctx, params.jobId))
  })
  http.handle(contract.clearQueue, async ({ ctx }) => {
    await requireElevatedAdministrator(ctx)
    return clearBackups(ctx)
  })
  http.handle(contract.listJobs, async ({ ctx, query }) => {
    const userId = requireUser(ctx)
    return backupWires(app, await findBackups(read, { ...query, ownerId: ctx.viewer.isAdmin ? null : userId }))
  })
  http.handle(contract.getJob, async ({ ctx, params }) => {
    const userId = requireUser(ctx)
    const row = await backupById(read, params.jobId)
    // Clients of the old product know this status here.
    if (!row || (!ctx.viewer.isAdmin && row.owner_id !== userId))
      throw forbidden('There is no backup {{id}}, or you may not see it', { values: { id: params.jobId } })
    return backupWire(app, row)
  })
  http.handle(contract.listFiles, async ({ ctx, query }) => {
    requireAdministrator(ctx)
    const files = await backupFiles(app)
    return files
      .filter(({ jobScope }) => query.jobScope === undefined || query.jobScope === jobScope)
      .map(file => ({ ...file, fileName: file.name, fileSize: file.size, fileCreationTime: file.creationTime }))
  })
}

function backupAnswer(app: App, name: string, size: number): Answer {
  return new Answer(
    200,
    {
      'content-type': name.endsWith(SITE_FILE) ? 'application/gzip' : 'application/zip',
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
  const result = restoreResult(row.result)
  const isBackup = row.operation === 'BACKUP'
  return {
    id: row.id,
    jobOperation: row.operation,
    jobScope: row.scope,
    jobState: row.state,
    spaceKeys: result?.spaceKeys ?? (row.space_key === null ? [] : [row.space_key]),
    owner,
    createTime: row.created_at,
    startProcessingTime: row.started_at,
    finishProcessingTime: row.finished_at,
    cancelTime: row.cancelled_at,
    fileName: row.file_name,
    fileSize: row.file_size,
    fileExists: isBackup && row.state === 'FINISHED' && (await backupSize(app, row.file_name)) !== undefined,
    errorMessage: row.error,
    lostFiles: row.lost_files,
    jobStatistics: { percentageComplete: row.progress },
    restored: result && {
      counts: result.counts,
      remarks: result.remarks.map(sentenceOf),
      moreRemarks: result.more,
    },
  }
}
