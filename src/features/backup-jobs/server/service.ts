import type { Context } from '#platform/server/context.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { conflict, notFound } from '#platform/server/http/errors.ts'
import { RUN_JOB } from './run.ts'
import { backupById, cancelBackup, cancelQueued, insertBackup, unfinishedBackup, type BackupRow } from './store.ts'

/** Queues a backup of the whole wiki. @throws HttpError 409 while another is not finished */
export function requestBackup(ctx: Context, fileNamePrefix = 'oxbow'): Promise<BackupRow> {
  return ctx.app.database.transaction(async tx => {
    const running = await unfinishedBackup(tx.db)
    if (running)
      throw conflict('The backup {{id}} is not finished yet: wait for it, or cancel it', { values: { id: running.id } })
    const at = Date.now()
    const stamp = new Date(at).toISOString().replaceAll(/[:.]/g, '-')
    const made = await insertBackup(tx.db, {
      owner_id: ctx.viewer.userId,
      file_name: `${fileNamePrefix}-${stamp}.tar.gz`,
      created_at: at,
    })
    if (!made) throw conflict('Another backup has just been asked for: wait for it, or cancel it')
    await ctx.app.jobs.enqueue(
      {
        kind: RUN_JOB,
        title: 'Backup {{name}}',
        values: { name: made.file_name },
        ownerId: ctx.viewer.userId,
        input: { backupId: made.id },
      },
      tx,
    )
    appendEvent(tx, ctx, 'backup.requested', made)
    return made
  })
}

/** Cancels a backup; one that is over, or was cancelled before, stays as it is. @throws HttpError 404 */
export function requestCancel(ctx: Context, id: number): Promise<BackupRow> {
  return ctx.app.database.transaction(async tx => {
    const before = await backupById(tx.db, id)
    if (!before) throw notFound('There is no backup {{id}}', { values: { id } })
    const cancelled = await cancelBackup(tx.db, id)
    if (!cancelled) return (await backupById(tx.db, id)) ?? before
    appendEvent(tx, ctx, 'backup.cancelled', cancelled)
    return cancelled
  })
}

/** Cancels the backups that wait. @returns how many */
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
  kind: `backup.${'requested' | 'cancelled' | 'downloaded'}`,
  row: Pick<BackupRow, 'id' | 'file_name'>,
): void {
  tx.append({ kind, actorId: ctx.viewer.userId, data: { backupId: row.id, name: row.file_name } })
}
