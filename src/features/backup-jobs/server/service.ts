import { claimBlob } from '#platform/server/blobs/claims.ts'
import type { Context } from '#platform/server/context.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { conflict, notFound } from '#platform/server/http/errors.ts'
import type { Space } from '#features/spaces/server/index.ts'
import type { JobScope } from '../contract.ts'
import { SITE_FILE, SPACE_FILE } from './files.ts'
import type { RestoreFile } from './restore-file.ts'
import { RESTORE_JOB, RUN_JOB, SPACE_JOB } from './run.ts'
import { backupById, cancelBackup, cancelQueued, insertBackup, unfinishedBackup, type BackupRow } from './store.ts'

/** Queues a backup of the whole wiki. @throws HttpError 409 while another is not finished */
export function requestBackup(ctx: Context, fileNamePrefix = 'oxbow'): Promise<BackupRow> {
  return queueBackup(ctx, { kind: RUN_JOB, space: null, name: at => `${fileNamePrefix}-${stamp(at)}${SITE_FILE}` })
}

/**
 * Queues a backup of a space, which the caller has found that the viewer may export.
 * @throws HttpError 409 while another of the space is not finished
 */
export function requestSpaceBackup(ctx: Context, space: Space, fileNamePrefix = 'oxbow'): Promise<BackupRow> {
  const name = (at: number) => `${fileNamePrefix}-${space.key}-${stamp(at)}${SPACE_FILE}`
  return queueBackup(ctx, { kind: SPACE_JOB, space, name })
}

function queueBackup(
  ctx: Context,
  { kind, space, name }: { kind: string; space: Space | null; name: (at: number) => string },
): Promise<BackupRow> {
  return ctx.app.database.transaction(async tx => {
    const running = await unfinishedBackup(tx.db, space?.key ?? null)
    if (running)
      throw conflict('The backup {{id}} is not finished yet: wait for it, or cancel it', { values: { id: running.id } })
    const at = Date.now()
    const made = await insertBackup(tx.db, {
      scope: space ? 'SPACE' : 'SITE',
      space_key: space?.key ?? null,
      owner_id: ctx.viewer.userId,
      file_name: name(at),
      created_at: at,
    })
    if (!made) throw conflict('Another backup has just been asked for: wait for it, or cancel it')
    await enqueue(tx, ctx, kind, 'Backup {{name}}', made)
    appendEvent(tx, ctx, 'backup.requested', made)
    if (space)
      tx.append({
        kind: 'space.exported',
        actorId: ctx.viewer.userId,
        spaceId: space.id,
        data: { key: space.key, name: space.name },
      })
    return made
  })
}

/** Queues the import of the spaces of an export. */
export function requestRestore(ctx: Context, scope: JobScope, file: RestoreFile): Promise<BackupRow> {
  return ctx.app.database.transaction(async tx => {
    await claimBlob(tx, ctx.app, file.sha256)
    const made = await insertBackup(tx.db, {
      operation: 'RESTORE',
      scope,
      owner_id: ctx.viewer.userId,
      file_name: file.name,
      file_size: file.size,
      file_sha256: file.sha256,
      created_at: Date.now(),
    })
    if (!made) throw conflict('Another backup has just been asked for: wait for it, or cancel it')
    await enqueue(tx, ctx, RESTORE_JOB, 'Restore of {{name}}', made)
    appendEvent(tx, ctx, 'backup.restore-requested', made)
    return made
  })
}

async function enqueue(
  tx: WriteTransaction,
  ctx: Context,
  kind: string,
  title: string,
  { id, file_name: name }: BackupRow,
): Promise<void> {
  const ownerId = ctx.viewer.userId
  await ctx.app.jobs.enqueue({ kind, title, values: { name }, ownerId, input: { backupId: id } }, tx)
}

function stamp(at: number): string {
  return new Date(at).toISOString().replaceAll(/[:.]/g, '-')
}

/** Cancels a backup or restore; one that is over, or was cancelled before, stays as it is. @throws HttpError 404 */
export function requestCancel(ctx: Context, id: number): Promise<BackupRow> {
  return ctx.app.database.transaction(async tx => {
    const before = await backupById(tx.db, id)
    if (!before) throw noBackup(id)
    const cancelled = await cancelBackup(tx.db, id)
    if (!cancelled) return (await backupById(tx.db, id)) ?? before
    appendEvent(tx, ctx, 'backup.cancelled', cancelled)
    return cancelled
  })
}

/** The refusal of a job that is not there, or not for the viewer. */
export function noBackup(id: number): Error {
  return notFound('There is no backup {{id}}', { values: { id } })
}

/** Cancels the backups and restores that wait. @returns how many */
export function clearBackups(ctx: Context): Promise<number> {
  return ctx.app.database.transaction(async tx => {
    const rows = await cancelQueued(tx.db)
    for (const row of rows) appendEvent(tx, ctx, 'backup.cancelled', row)
    return rows.length
  })
}

/** Notes in the event log who took a backup away. */
export function recordDownload(ctx: Context, row: BackupRow): Promise<void> {
  return ctx.app.database.transaction(async tx => appendEvent(tx, ctx, 'backup.downloaded', row))
}

function appendEvent(
  tx: WriteTransaction,
  ctx: Context,
  kind: `backup.${'requested' | 'restore-requested' | 'cancelled' | 'downloaded'}`,
  row: Pick<BackupRow, 'id' | 'file_name'>,
): void {
  tx.append({ kind, actorId: ctx.viewer.userId, data: { backupId: row.id, name: row.file_name } })
}
