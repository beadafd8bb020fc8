import type { Selectable } from 'kysely'
import type { Queries, WriteTransaction } from '#platform/server/database/index.ts'
import type { SpaceImportTable } from './tables.ts'

export type SpaceImport = Selectable<SpaceImportTable>

/** Imports of a space of an export, those that go on first, then the newest, with the keys of the spaces. */
export async function earlierImports(
  db: Queries,
  fingerprint: string,
  sourceKey: string,
): Promise<(SpaceImport & { key: string })[]> {
  return db
    .selectFrom('space_import')
    .innerJoin('space', 'space.id', 'space_import.space_id')
    .selectAll('space_import')
    .select('space.key')
    .where('space_import.fingerprint', '=', fingerprint)
    .where('space_import.source_key', '=', sourceKey)
    .where('space.status', '<>', 'deleting')
    .orderBy(eb => eb.case().when('space_import.state', '=', 'running').then(0).else(1).end())
    .orderBy('space_import.id', 'desc')
    .execute()
}

/** Notes that an import begins. */
export async function insertImport(
  { db }: WriteTransaction,
  given: Pick<SpaceImport, 'fingerprint' | 'source_key' | 'space_id'>,
): Promise<SpaceImport> {
  return db
    .insertInto('space_import')
    .values({ ...given, state: 'running', started_at: Date.now(), drafts_left_out: 1 })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Notes that all of an import is there. */
export async function finishImport({ db }: WriteTransaction, id: number): Promise<void> {
  await db.updateTable('space_import').set({ state: 'done' }).where('id', '=', id).execute()
}

/** Contents that an import has brought in so far: content ids by the ids in the export. */
export async function importedItems(db: Queries, importId: number): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('space_import_item')
    .select(['source_id', 'content_id'])
    .where('import_id', '=', importId)
    .execute()
  return new Map(rows.map(row => [row.source_id, row.content_id]))
}

/** Notes what a content became. */
export async function insertItem(
  { db }: WriteTransaction,
  item: { import_id: number; source_id: string; content_id: number },
): Promise<void> {
  await db.insertInto('space_import_item').values(item).execute()
}
