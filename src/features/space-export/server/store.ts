import type { Insertable, Selectable } from 'kysely'
import type { Queries, WriteTransaction } from '#platform/server/database/index.ts'
import type { SpaceExportTable } from './tables.ts'

export type SpaceExportRow = Selectable<SpaceExportTable>

/** An export that an account asked for. */
export function exportOf(db: Queries, id: number, accountId: number): Promise<SpaceExportRow | undefined> {
  return db
    .selectFrom('space_export')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/** An export, without a check of permissions. */
export function exportById(db: Queries, id: number): Promise<SpaceExportRow | undefined> {
  return db.selectFrom('space_export').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The export that an account requested of a space before. */
export function earlierExport(db: Queries, accountId: number, spaceId: number): Promise<SpaceExportRow | undefined> {
  return db
    .selectFrom('space_export')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('space_id', '=', spaceId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Notes an export that begins, in the place of those that the account asked for of the space before. */
export async function insertExport(
  { db }: WriteTransaction,
  given: Pick<Insertable<SpaceExportTable>, 'space_id' | 'account_id' | 'comments' | 'rights'>,
): Promise<SpaceExportRow> {
  await db
    .deleteFrom('space_export')
    .where('account_id', '=', given.account_id)
    .where('space_id', '=', given.space_id)
    .execute()
  return db
    .insertInto('space_export')
    .values({
      ...given,
      job_id: '',
      created_at: Date.now(),
      sha256: null,
      size: null,
      lost_files: 0,
      finished_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function setJob({ db }: WriteTransaction, id: number, jobId: string): Promise<void> {
  await db.updateTable('space_export').set({ job_id: jobId }).where('id', '=', id).execute()
}

/** Notes the file of an export; of one that was asked for anew meanwhile nothing is noted. */
export async function finishExport(
  { db }: WriteTransaction,
  id: number,
  file: { sha256: string; size: number; lost_files: number },
): Promise<void> {
  await db
    .updateTable('space_export')
    .set({ ...file, finished_at: Date.now() })
    .where('id', '=', id)
    .execute()
}

/** Forgets exports that were asked for before a time: their files are cleared away as all that no row names. */
export async function dropExports({ db }: WriteTransaction, before: number): Promise<void> {
  await db.deleteFrom('space_export').where('created_at', '<', before).execute()
}
