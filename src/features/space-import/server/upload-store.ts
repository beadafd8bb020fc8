import type { Selectable, Updateable } from 'kysely'
import type { Queries, WriteTransaction } from '#platform/server/database/index.ts'
import type { SpaceImportUploadTable } from './tables.ts'

export type UploadRow = Selectable<SpaceImportUploadTable>

/** How an export is imported, as it was asked for. */
export interface UploadOptions {
  key?: string | undefined
  enableUsers?: boolean | undefined
  timeZone?: string | undefined
  baseUrl?: string | undefined
}

/** Notes an export whose bytes are stored. */
export async function insertUpload(
  { db }: WriteTransaction,
  given: Pick<UploadRow, 'owner_id' | 'file_name' | 'file_size' | 'file_sha256' | 'options'>,
): Promise<UploadRow> {
  return db
    .insertInto('space_import_upload')
    .values({
      ...given,
      state: 'QUEUED',
      progress: 0,
      error: null,
      result: null,
      created_at: Date.now(),
      finished_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Changes what is known of an upload. */
export async function changeUpload(
  { db }: WriteTransaction,
  id: number,
  changes: Updateable<SpaceImportUploadTable>,
): Promise<void> {
  await db.updateTable('space_import_upload').set(changes).where('id', '=', id).execute()
}

export async function uploadById(db: Queries, id: number): Promise<UploadRow | undefined> {
  return db.selectFrom('space_import_upload').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Uploads, the newest first; one more than `limit` when there are more. */
export async function listUploads(
  db: Queries,
  { start, limit }: { start: number; limit: number },
): Promise<UploadRow[]> {
  return db
    .selectFrom('space_import_upload')
    .selectAll()
    .orderBy('id', 'desc')
    .offset(start)
    .limit(limit + 1)
    .execute()
}
