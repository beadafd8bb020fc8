import type { Insertable } from 'kysely'
import { passId, prepared, takeIds, type Queries, type WriteTransaction } from '#platform/server/database/index.ts'
import { contentById, type ContentRow } from '../store.ts'
import type { ContentTable } from '../tables.ts'
import { titled, type NewContent } from '../writer.ts'
import { insertVersions, type NewVersion } from './versions.ts'

/** A content that was written in another wiki, with the versions that it had there. */
export interface ImportedContent extends Pick<
  NewContent,
  'type' | 'spaceId' | 'parentId' | 'containerId' | 'title' | 'position' | 'guardId' | 'postingDay'
> {
  /** An id that {@link reserveIds} gave; null for the next one. */
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
  const values = {
    ...titled(input.title),
    type: input.type,
    status: input.status,
    space_id: input.spaceId,
    parent_id: input.parentId,
    container_id: input.containerId,
    position: input.position,
    version: current.number,
    creator_id: input.creatorId,
    created_at: input.createdAt,
    updater_id: current.authorId,
    updated_at: current.at,
    guard_id: input.guardId,
    posting_day: input.postingDay,
    trashed_at: input.status === 'trashed' ? current.at : null,
  }
  const [row] = await (id === null ? insertNext(tx.db, values) : insertWithId(tx.db, { ...values, id }))
  if (!row) throw new Error('an inserted row is returned')
  await insertVersions(tx, row.id, input.versions)
  return row
}

const COLUMNS = [
  'type',
  'status',
  'space_id',
  'parent_id',
  'container_id',
  'title',
  'title_key',
  'position',
  'version',
  'creator_id',
  'created_at',
  'updater_id',
  'updated_at',
  'guard_id',
  'posting_day',
  'trashed_at',
] as const
type Row = Pick<Insertable<ContentTable>, (typeof COLUMNS)[number]>

const insertNext = prepared((db, row: Row) => insertOf(db, row, COLUMNS))
const insertWithId = prepared((db, row: Row & { id: number }) => insertOf(db, row, ['id', ...COLUMNS]))

function insertOf<R extends Row>(db: Queries, row: R, columns: readonly (keyof R)[]) {
  const values = Object.fromEntries(columns.map(column => [column, row[column]])) as unknown as R
  return db.insertInto('content').values(values).returningAll()
}

/** Clients write the parent id 1 for "no parent". */
const FIRST_IMPORTED_ID = 2

/**
 * Reserves ids for contents of another wiki: those that they had there where these are free, new ones for the others.
 * No new content gets one of them.
 * @param ids the ids that they had
 * @param taken ids that are reserved already
 * @param highest of all ids that this wiki may be asked for: new ones are above it, and higher ones are not kept
 * @returns the reserved ids by the former ones
 */
export async function reserveIds(
  tx: WriteTransaction,
  ids: readonly number[],
  { taken, highest }: { taken: ReadonlySet<number>; highest: number },
): Promise<Map<number, number>> {
  // First, so that no content of another process gets one of them after they were found free.
  await passId(tx, 'content', highest)
  const used = new Set([...taken, ...(await idsInUse(tx, ids))])
  const isFree = (id: number) => id >= FIRST_IMPORTED_ID && id <= highest && !used.has(id)
  const others = ids.filter(id => !isFree(id))
  const fresh = await takeIds(tx, 'content', others.length)
  return new Map(ids.map(id => [id, isFree(id) ? id : (fresh.shift() ?? id)]))
}

async function idsInUse({ db, dialect }: WriteTransaction, ids: readonly number[]): Promise<number[]> {
  const rows = await db.selectFrom('content').select('id').where('id', 'in', dialect.inIntegers(ids)).execute()
  return rows.map(row => row.id)
}
