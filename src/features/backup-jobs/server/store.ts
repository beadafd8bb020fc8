import type { Selectable, Updateable } from 'kysely'
import type { Queries } from '#platform/server/database/index.ts'
import type { JobOperation, JobScope, JobState } from '../contract.ts'
import type { BackupJobTable } from './tables.ts'

export type BackupRow = Selectable<BackupJobTable>

/** Finished backups of the wiki, and of each space, whose files are stored; older ones go when a newer is whole. */
export const RETAINED_BACKUPS = 5

export interface BackupSearch {
  /** The account whose jobs are wanted; all jobs if null. */
  ownerId: number | null
  jobOperation?: JobOperation | undefined
  jobScope?: JobScope | undefined
  spaceKey?: string | undefined
  /** A user's name. */
  owner?: string | undefined
  /** Epoch milliseconds. */
  fromDate?: number | undefined
  toDate?: number | undefined
  jobStates: readonly JobState[]
  start: number
  limit: number
}

/** Backups and restores, newest first. */
export function findBackups(
  db: Queries,
  { ownerId, owner, jobOperation, jobScope, spaceKey, fromDate, toDate, jobStates, start, limit }: BackupSearch,
) {
  let select = db.selectFrom('backup_job').selectAll()
  if (ownerId !== null) select = select.where('owner_id', '=', ownerId)
  if (jobOperation !== undefined) select = select.where('operation', '=', jobOperation)
  if (jobScope !== undefined) select = select.where('scope', '=', jobScope)
  if (spaceKey !== undefined) select = select.where('space_key', '=', spaceKey)
  if (owner !== undefined)
    select = select.where('owner_id', 'in', eb => eb.selectFrom('account').select('id').where('username', '=', owner))
  if (fromDate !== undefined) select = select.where('created_at', '>=', fromDate)
  if (toDate !== undefined) select = select.where('created_at', '<=', toDate)
  if (jobStates.length > 0) select = select.where('state', 'in', jobStates)
  return select.orderBy('id', 'desc').offset(start).limit(limit).execute()
}

/** One backup, in whatever state. */
export function backupById(db: Queries, id: number): Promise<BackupRow | undefined> {
  return db.selectFrom('backup_job').selectAll().where('id', '=', id).executeTakeFirst()
}

/** One backup, if it is finished. */
export function finishedBackup(db: Queries, id: number): Promise<BackupRow | undefined> {
  return db
    .selectFrom('backup_job')
    .selectAll()
    .where('id', '=', id)
    .where('operation', '=', 'BACKUP')
    .where('state', '=', 'FINISHED')
    .executeTakeFirst()
}

/** A backup of the wiki, or of a space, that waits or runs, if there is one. */
export function unfinishedBackup(db: Queries, spaceKey: string | null): Promise<Pick<BackupRow, 'id'> | undefined> {
  return db
    .selectFrom('backup_job')
    .select('id')
    .where('operation', '=', 'BACKUP')
    .where('space_key', spaceKey === null ? 'is' : '=', spaceKey)
    .where('state', 'in', ['QUEUED', 'PROCESSING', 'CANCELLING'])
    .limit(1)
    .executeTakeFirst()
}

/** Adds a backup or restore that waits; undefined if the same backup was added at the same time. */
export function insertBackup(
  db: Queries,
  backup: Pick<BackupRow, 'owner_id' | 'file_name' | 'created_at'> &
    Partial<Pick<BackupRow, 'operation' | 'scope' | 'space_key' | 'file_sha256' | 'file_size'>>,
): Promise<BackupRow | undefined> {
  return db
    .insertInto('backup_job')
    .values({
      ...backup,
      state: 'QUEUED',
      file_size: backup.file_size ?? null,
      progress: 0,
      error: null,
      started_at: null,
      finished_at: null,
      cancelled_at: null,
    })
    .onConflict(two => two.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/**
 * Cancels a backup that waits, and marks one that runs to be stopped; undefined where it is over or was cancelled
 * before.
 */
export function cancelBackup(db: Queries, id: number): Promise<BackupRow | undefined> {
  return db
    .updateTable('backup_job')
    .set(eb => ({
      state: eb
        .case()
        .when('state', '=', 'QUEUED')
        .then('CANCELLED' as const)
        .else('CANCELLING' as const)
        .end(),
      file_sha256: eb.case().when('state', '=', 'QUEUED').then(null).else(eb.ref('file_sha256')).end(),
      cancelled_at: Date.now(),
    }))
    .where('id', '=', id)
    .where('state', 'in', ['QUEUED', 'PROCESSING'])
    .returningAll()
    .executeTakeFirst()
}

/** Cancels every backup and restore that waits. */
export function cancelQueued(db: Queries): Promise<Pick<BackupRow, 'id' | 'file_name'>[]> {
  return db
    .updateTable('backup_job')
    .set({ state: 'CANCELLED', cancelled_at: Date.now(), file_sha256: null })
    .where('state', '=', 'QUEUED')
    .returning(['id', 'file_name'])
    .execute()
}

/** Marks a backup or restore as running, also one that ran before a crash; undefined where it was cancelled. */
export function beginBackup(db: Queries, id: number): Promise<BackupRow | undefined> {
  return db
    .updateTable('backup_job')
    .set({ state: 'PROCESSING', started_at: Date.now(), progress: 0 })
    .where('id', '=', id)
    .where('state', 'in', ['QUEUED', 'PROCESSING'])
    .returningAll()
    .executeTakeFirst()
}

/** Changes a backup that runs. @returns false when it does not run any more */
export async function changeRunning(db: Queries, id: number, values: Updateable<BackupJobTable>): Promise<boolean> {
  const changed = await db
    .updateTable('backup_job')
    .set(values)
    .where('id', '=', id)
    .where('state', '=', 'PROCESSING')
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Marks a backup as cancelled that was asked to stop; undefined where it was not. */
export function endCancelled(db: Queries, id: number): Promise<Pick<BackupRow, 'operation' | 'file_name'> | undefined> {
  return db
    .updateTable('backup_job')
    .set({ state: 'CANCELLED', finished_at: Date.now(), file_sha256: null })
    .where('id', '=', id)
    .where('state', '=', 'CANCELLING')
    .returning(['operation', 'file_name'])
    .executeTakeFirst()
}

/** Finished backups of the wiki, or of a space, beyond the newest {@link RETAINED_BACKUPS}. */
export function oldBackups(db: Queries, spaceKey: string | null): Promise<Pick<BackupRow, 'file_name'>[]> {
  return db
    .selectFrom('backup_job')
    .select('file_name')
    .where('operation', '=', 'BACKUP')
    .where('space_key', spaceKey === null ? 'is' : '=', spaceKey)
    .where('state', '=', 'FINISHED')
    .orderBy('id', 'desc')
    .offset(RETAINED_BACKUPS)
    .limit(100)
    .execute()
}

/** How many different files attachments have. */
export async function countBlobs(db: Queries): Promise<number> {
  const { total } = await db
    .selectFrom('attachment_version')
    .select(({ fn }) => fn.count<number>('sha256').distinct().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}
