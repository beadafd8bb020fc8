import { sql } from 'kysely'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { contentById, type ContentRow } from '../store.ts'
import { titled, type NewContent } from '../writer.ts'
import { insertVersions, type NewVersion } from './versions.ts'

/** A content that was written in another wiki, with the versions that it had there. */
export interface ImportedContent extends Pick<
  NewContent,
  'type' | 'spaceId' | 'parentId' | 'containerId' | 'title' | 'position' | 'guardId' | 'postingDay'
> {
  /** Its id there, which it keeps where that is free; null where it had none. */
  id: number | null
  status: 'current' | 'trashed'
  creatorId: number | null
  /** Epoch milliseconds. */
  createdAt: number
  /** The oldest first, of growing numbers; the last is the current one. */
  versions: readonly (NewVersion & { title: string })[]
}

/** Inserts a content with its history. */
export async function insertImported(tx: WriteTransaction, input: ImportedContent): Promise<ContentRow> {
  const current = input.versions.at(-1)
  if (!current) throw new Error('an imported content has a version')
  const id =
    input.id !== null && input.id >= FIRST_IMPORTED_ID && !(await contentById(tx.db, input.id)) ? input.id : null
  const row = await tx.db
    .insertInto('content')
    .values({
      ...(id === null ? {} : { id }),
      type: input.type,
      status: input.status,
      space_id: input.spaceId,
      parent_id: input.parentId,
      container_id: input.containerId,
      ...titled(input.title),
      position: input.position,
      version: current.number,
      creator_id: input.creatorId,
      created_at: input.createdAt,
      updater_id: current.authorId,
      updated_at: current.at,
      guard_id: input.guardId,
      posting_day: input.postingDay,
      trashed_at: input.status === 'trashed' ? current.at : null,
      trashed_by: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (id !== null) await passId(tx, id)
  await insertVersions(tx, row.id, input.versions)
  return row
}

/** Clients write the parent id 1 for "no parent". */
const FIRST_IMPORTED_ID = 2

/** Has the ids of new contents follow one that was given. SQLite does so by itself. */
async function passId(tx: WriteTransaction, id: number): Promise<void> {
  if (tx.engine === 'postgres')
    await sql`select setval(pg_get_serial_sequence('content', 'id'), ${id})
      where ${id} > (select coalesce(max(last_value), 0) from pg_sequences
        where sequencename = 'content_id_seq' and schemaname = current_schema())`.execute(tx.db)
}
