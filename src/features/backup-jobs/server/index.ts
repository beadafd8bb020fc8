import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Selectable } from 'kysely'
import type { App, ServerFeature } from '#platform/server/app.ts'
import { conflict, forbidden, notFound } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'
import { accountsById, requireAdministrator, requireElevatedAdministrator } from '#features/accounts/server/index.ts'
import { backupSite, cancelJob, clearQueue, downloadBackup, getJob, listFiles, listJobs, type JobDetails } from '../contract.ts'
import { migrations } from './migrations.ts'
import { backupFolder, RUN_JOB, runBackup } from './run.ts'
import type { BackupJobTable } from './tables.ts'

type Row = Selectable<BackupJobTable>

const MAX_FILES = 1000
const UNFINISHED = ['QUEUED', 'PROCESSING', 'CANCELLING'] as const

/**
 * Backups of the whole wiki, made in the background and fetched by administrators.
 * @param features all features of the wiki, whose derived tables backups leave out
 */
export function createBackupJobsFeature(features: () => readonly ServerFeature[]): ServerFeature {
  return {
    name: 'backup-jobs',
    migrations,
    // Of a restored wiki the files lie elsewhere, and what was running when the backup was made runs no more.
    derived: { tables: ['backup_job'], subscribers: [] },
    register(app) {
      app.jobs.define({ kind: RUN_JOB, run: run => runBackup(run, features()) })
      commands(app)
      reports(app)
    },
  }
}

function commands(app: App): void {
  const { http, database } = app
  http.handle(backupSite, async ({ ctx, body }) => {
    await requireElevatedAdministrator(ctx)
    const row = await database.transaction(async tx => {
      const running = await tx.db.selectFrom('backup_job').select('id').where('state', 'in', [...UNFINISHED]).limit(1).executeTakeFirst()
      if (running) throw conflict('The backup {{id}} is not finished yet: wait for it, or cancel it', {
        values: { id: running.id },
      })
      const at = Date.now()
      const stamp = new Date(at).toISOString().replaceAll(/[:.]/g, '-')
      const made = await tx.db.insertInto('backup_job').values({
        state: 'QUEUED', owner_id: ctx.viewer.userId, file_name: `${body.fileNamePrefix ?? 'oxbow'}-${stamp}.tar.gz`, file_size: null,
        progress: 0, error: null, created_at: at, started_at: null, finished_at: null, cancelled_at: null,
      }).onConflict(two => two.doNothing()).returningAll().executeTakeFirst()
      if (!made) throw conflict('Another backup has just been asked for: wait for it, or cancel it')
      await app.jobs.enqueue({ kind: RUN_JOB, title: `Backup ${made.file_name}`, ownerId: ctx.viewer.userId, input: { backupId: made.id } }, tx)
      tx.append({ kind: 'backup.requested', actorId: ctx.viewer.userId, data: { backupId: made.id, name: made.file_name } })
      return made
    })
    return view(app, row)
  })

  http.handle(cancelJob, async ({ ctx, params }) => {
    await requireElevatedAdministrator(ctx)
    const row = await database.transaction(async tx => {
      const before = await tx.db.selectFrom('backup_job').selectAll().where('id', '=', params.jobId).executeTakeFirst()
      if (!before) throw notFound('There is no backup {{id}}', { values: { id: params.jobId } })
      const changed = await tx.db.updateTable('backup_job')
        .set(eb => ({ state: eb.case().when('state', '=', 'QUEUED').then('CANCELLED' as const).else('CANCELLING' as const).end(), cancelled_at: Date.now() }))
        .where('id', '=', before.id).where('state', 'in', ['QUEUED', 'PROCESSING']).returningAll().executeTakeFirst()
      // It is over or was cancelled before.
      if (!changed) return tx.db.selectFrom('backup_job').selectAll().where('id', '=', before.id).executeTakeFirstOrThrow()
      tx.append({ kind: 'backup.cancelled', actorId: ctx.viewer.userId, data: { backupId: before.id, name: before.file_name } })
      return changed
    })
    return view(app, row)
  })

  http.handle(clearQueue, async ({ ctx }) => {
    await requireElevatedAdministrator(ctx)
    return database.transaction(async tx => {
      const rows = await tx.db.updateTable('backup_job').set({ state: 'CANCELLED', cancelled_at: Date.now() })
        .where('state', '=', 'QUEUED').returning(['id', 'file_name']).execute()
      for (const row of rows) tx.append({ kind: 'backup.cancelled', actorId: ctx.viewer.userId, data: { backupId: row.id, name: row.file_name } })
      return rows.length
    })
  })

  http.handle(downloadBackup, async ({ ctx, params }) => {
    await requireElevatedAdministrator(ctx)
    const row = await database.read.selectFrom('backup_job').selectAll().where('id', '=', params.jobId).where('state', '=', 'FINISHED').executeTakeFirst()
    const size = row && (await sizeOf(app, row.file_name))
    if (!row || size === undefined) {
      throw notFound('There is no finished backup {{id}}, or its file is gone or on another server', {
        values: { id: params.jobId },
      })
    }
    await database.transaction(async tx => tx.append({ kind: 'backup.downloaded', actorId: ctx.viewer.userId, data: { backupId: row.id, name: row.file_name } }))
    return new Answer(200, {
      'content-type': 'application/gzip', 'content-length': String(size), 'cache-control': 'no-store', 'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(row.file_name)}`,
    }, createReadStream(join(backupFolder(app), row.file_name)))
  })
}

function reports(app: App): void {
  const { http, database: { read } } = app
  http.handle(listJobs, async ({ ctx, query }) => {
    requireAdministrator(ctx)
    // Spaces are not backed up by themselves, and a restore is made by the command.
    if (query.jobOperation === 'RESTORE' || query.jobScope === 'SPACE' || query.spaceKey !== undefined) return []
    let select = read.selectFrom('backup_job').selectAll()
    if (query.owner !== undefined) select = select.where('owner_id', 'in', eb => eb.selectFrom('account').select('id').where('username', '=', query.owner ?? ''))
    if (query.fromDate !== undefined) select = select.where('created_at', '>=', query.fromDate)
    if (query.toDate !== undefined) select = select.where('created_at', '<=', query.toDate)
    if (query.jobStates.length > 0) select = select.where('state', 'in', query.jobStates)
    return views(app, await select.orderBy('id', 'desc').offset(query.start).limit(query.limit).execute())
  })

  http.handle(getJob, async ({ ctx, params }) => {
    requireAdministrator(ctx)
    const row = await read.selectFrom('backup_job').selectAll().where('id', '=', params.jobId).executeTakeFirst()
    // Clients of the old product know this status here.
    if (!row) throw forbidden('There is no backup {{id}}, or you may not see it', { values: { id: params.jobId } })
    return view(app, row)
  })

  http.handle(listFiles, async ({ ctx, query }) => {
    requireAdministrator(ctx)
    if (query.jobScope === 'SPACE') return []
    const names = (await filesIn(backupFolder(app))).filter(name => name.endsWith('.tar.gz')).slice(0, MAX_FILES)
    const files = await Promise.all(names.map(async name => {
      const found = await stat(join(backupFolder(app), name))
      return { name, size: found.size, creationTime: Math.round(found.mtimeMs), jobScope: 'SITE' as const }
    }))
    return files.filter(file => file.size > 0).toSorted((a, b) => b.creationTime - a.creationTime)
  })
}

/** Empty where no backup was ever made. */
async function filesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

async function sizeOf(app: App, name: string): Promise<number | undefined> {
  try {
    return (await stat(join(backupFolder(app), name))).size
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

async function views(app: App, rows: readonly Row[]): Promise<JobDetails[]> {
  const owners = await accountsById(app, rows.flatMap(row => row.owner_id ?? []))
  return Promise.all(rows.map(async row => ({
    id: row.id, jobOperation: 'BACKUP' as const, jobScope: 'SITE' as const, jobState: row.state,
    owner: row.owner_id === null ? '' : (owners.get(row.owner_id)?.username ?? ''), createTime: row.created_at,
    startProcessingTime: row.started_at, finishProcessingTime: row.finished_at, cancelTime: row.cancelled_at, fileName: row.file_name,
    fileSize: row.file_size, fileExists: row.state === 'FINISHED' && (await sizeOf(app, row.file_name)) !== undefined, errorMessage: row.error, lostFiles: row.lost_files,
    jobStatistics: { percentageComplete: row.progress },
  })))
}

async function view(app: App, row: Row): Promise<JobDetails> {
  const [one] = await views(app, [row])
  if (!one) throw new Error(`The backup ${row.id} has no shape`)
  return one
}
