import type { Selectable } from 'kysely'
import type { Database, Queries, WriteTransaction } from '#platform/server/database/index.ts'
import type { ImportState } from '../contract.ts'
import type { SpaceImportTable } from './tables.ts'

export type SpaceImport = Selectable<SpaceImportTable>

/** An import that was begun before. */
export type EarlierImport = SpaceImport & { key: string; run_state: ImportState | null }

/**
 * Imports of a space of an export, those that go on first, then the newest, with the keys of the spaces and whether the
 * run that they are part of has finished.
 */
export async function earlierImports(db: Queries, fingerprint: string, sourceKey: string): Promise<EarlierImport[]> {
  return db
    .selectFrom('space_import')
    .innerJoin('space', 'space.id', 'space_import.space_id')
    .selectAll('space_import')
    .leftJoin('space_import_run', 'space_import_run.id', 'space_import.run_id')
    .select(['space.key', 'space_import_run.state as run_state'])
    .where('space_import.fingerprint', '=', fingerprint)
    .where('space_import.source_key', '=', sourceKey)
    .where('space.status', '<>', 'deleting')
    .orderBy(eb => eb.case().when('space_import.state', '=', 'running').then(0).else(1).end())
    .orderBy('space_import.id', 'desc')
    .execute()
}

/** Notes that another run goes on with an import. */
export async function takeImport({ db }: WriteTransaction, id: number, runId: number): Promise<void> {
  await db.updateTable('space_import').set({ run_id: runId }).where('id', '=', id).execute()
}

/** Notes that an import begins. */
export async function insertImport(
  { db }: WriteTransaction,
  given: Pick<SpaceImport, 'fingerprint' | 'source_key' | 'space_id' | 'run_id'>,
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

/** A space that a run has imported, or imports. */
export interface ImportedSpaceRow {
  id: number
  run_id: number
  source_key: string
  state: 'running' | 'done'
  key: string
  name: string
  counts: string
  remarks: number
}

/** The spaces that some runs have imported, in the order of the import. */
export async function importedSpaces(
  { read, dialect }: Pick<Database, 'read' | 'dialect'>,
  runIds: readonly number[],
): Promise<ImportedSpaceRow[]> {
  if (runIds.length === 0) return []
  const rows = await read
    .selectFrom('space_import')
    .innerJoin('space', 'space.id', 'space_import.space_id')
    .select([
      'space_import.id',
      'space_import.run_id',
      'space_import.source_key',
      'space_import.state',
      'space_import.counts',
      'space_import.remarks',
      'space.key',
      'space.name',
    ])
    .where('space_import.run_id', 'in', dialect.inIntegers(runIds))
    .where('space.status', '<>', 'deleting')
    .orderBy('space_import.id')
    .execute()
  return rows.flatMap(row => (row.run_id === null ? [] : [{ ...row, run_id: row.run_id }]))
}
