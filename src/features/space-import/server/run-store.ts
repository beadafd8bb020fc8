import { type Selectable, type Updateable } from 'kysely'
import type { Queries, WriteTransaction } from '#platform/server/database/index.ts'
import { isOfDeadProcess } from '#platform/server/temporary-names.ts'
import type { ImportState } from '../contract.ts'
import type { SpaceImportRunTable } from './tables.ts'

export type RunRow = Selectable<SpaceImportRunTable>

/** How an export is imported, as it was asked for. */
export interface RunOptions {
  key?: string | undefined
  /** The spaces that were chosen, by their keys in the export; all where left out. */
  spaces?: readonly { key: string; target: string }[] | undefined
  enableUsers?: boolean | undefined
  update?: boolean | undefined
  timeZone?: string | undefined
  baseUrl?: string | undefined
}

/** Notes an import that is begun. */
export async function insertRun(
  { db }: WriteTransaction,
  given: Pick<RunRow, 'origin' | 'owner_id' | 'file_name' | 'file_size' | 'file_sha256' | 'state'> & {
    options: RunOptions
  },
): Promise<RunRow> {
  return db
    .insertInto('space_import_run')
    .values({
      ...given,
      options: JSON.stringify(given.options),
      progress: 0,
      error: null,
      created_at: Date.now(),
      finished_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Changes what is known of an import. */
export async function changeRun(
  { db }: WriteTransaction,
  id: number,
  changes: Updateable<SpaceImportRunTable>,
): Promise<void> {
  await db.updateTable('space_import_run').set(changes).where('id', '=', id).execute()
}

export async function runById(db: Queries, id: number): Promise<RunRow | undefined> {
  return db.selectFrom('space_import_run').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Imports, the newest first; one more than `limit` when there are more. */
export async function listRuns(db: Queries, { start, limit }: { start: number; limit: number }): Promise<RunRow[]> {
  return db
    .selectFrom('space_import_run')
    .selectAll()
    .orderBy('id', 'desc')
    .offset(start)
    .limit(limit + 1)
    .execute()
}

/** Notes that a run is worked on, unless it is to end. */
export async function beginRun({ db }: WriteTransaction, id: number): Promise<void> {
  await db
    .updateTable('space_import_run')
    .set({ state: 'PROCESSING', seen_at: Date.now(), error: null, finished_at: null })
    .where('id', '=', id)
    .where('state', 'not in', ['CANCELLING', 'CANCELLED'])
    .execute()
}

/** The restore of a file that was begun and has not ended. */
export async function openRestore(db: Queries, sha256: string): Promise<RunRow | undefined> {
  return db
    .selectFrom('space_import_run')
    .selectAll()
    .where('origin', '=', 'restore')
    .where('file_sha256', '=', sha256)
    .where('state', 'in', ['QUEUED', 'PROCESSING'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Time after which a run that says nothing is taken for ended, in ms. */
const SILENT_MS = 60_000
/** States of runs that a process works on. */
const WORKING: ReadonlySet<ImportState> = new Set(['ANALYSING', 'PROCESSING', 'CANCELLING'])

/** Whether a process works on a run: it has said so, and was not ended since. */
export function isAlive({ state, seen_at, seen_by }: RunRow): boolean {
  if (!WORKING.has(state) || seen_at === null || Date.now() - seen_at > SILENT_MS) return false
  return seen_by === null || !isOfDeadProcess(seen_by)
}

/** Has a run end: as soon as it looks if it is worked on, else at once. One that is over stays as it is. */
export async function endRun({ db }: WriteTransaction, row: RunRow): Promise<void> {
  await db
    .updateTable('space_import_run')
    .set(isAlive(row) ? { state: 'CANCELLING' } : { state: 'CANCELLED', finished_at: Date.now() })
    .where('id', '=', row.id)
    .where('state', 'not in', ['CANCELLED', 'FINISHED', 'FAILED'])
    .execute()
}

/** Notes that the export of a run was read, unless the run is to end. @returns whether it was noted */
export async function finishAnalysis(
  { db }: WriteTransaction,
  id: number,
  found: Pick<RunRow, 'fingerprint' | 'analysis'>,
): Promise<boolean> {
  const row = await db
    .updateTable('space_import_run')
    .set({ ...found, state: 'READY' })
    .where('id', '=', id)
    .where('state', '=', 'ANALYSING')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes a run that is over, or waits to be started. @returns whether it was deleted */
export async function deleteRun({ db }: WriteTransaction, id: number): Promise<boolean> {
  const gone = await db
    .deleteFrom('space_import_run')
    .where('id', '=', id)
    .where('state', 'in', ['READY', 'CANCELLED', 'FINISHED', 'FAILED'])
    .returning('id')
    .executeTakeFirst()
  return gone !== undefined
}

/** Releases the exports of runs that wait or have ended, from before a time. */
export async function releaseExports({ db }: WriteTransaction, before: number): Promise<void> {
  await db
    .updateTable('space_import_run')
    .set({ file_sha256: null })
    .where('file_sha256', 'is not', null)
    .where('state', 'in', ['READY', 'CANCELLED', 'FAILED'])
    .where(eb => eb.fn.coalesce('finished_at', 'created_at'), '<', before)
    .execute()
}
