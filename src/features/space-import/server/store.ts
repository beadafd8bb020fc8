import type { Insertable, Selectable } from 'kysely'
import { preparedInsert, type Database, type Queries, type WriteTransaction } from '#platform/server/database/index.ts'
import type { ImportState } from '../contract.ts'
import type { RunRow } from './run-store.ts'
import type { SpaceImportItemTable, SpaceImportTable } from './tables.ts'

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

/** The last import of a space, if a newer export of it can be imported. */
export async function importToUpdate(
  db: Queries,
  sourceKey: string,
  spaceId: number,
): Promise<SpaceImport | undefined> {
  return db
    .selectFrom('space_import')
    .selectAll()
    .where('space_id', '=', spaceId)
    .where('source_key', '=', sourceKey)
    .where(({ or, eb }) => or([eb('state', '=', 'done'), eb('generation', '>', 0)]))
    .where('keeps_ids', '=', 1)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Begins the import of a newer export, which takes over what the last one knows of the contents. */
export async function insertUpdate(
  { db }: WriteTransaction,
  last: SpaceImport,
  given: Pick<SpaceImport, 'fingerprint' | 'run_id' | 'time_zone'>,
): Promise<SpaceImport> {
  const { source_key, space_id } = last
  const row = await db
    .insertInto('space_import')
    .values({
      ...given,
      source_key,
      space_id,
      state: 'running',
      started_at: Date.now(),
      drafts_left_out: 1,
      keeps_ids: 1,
      generation: last.generation + 1,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await db.updateTable('space_import').set({ keeps_ids: 0, state: 'done' }).where('id', '=', last.id).execute()
  for (const table of ['space_import_id', 'space_import_item'] as const)
    await db.updateTable(table).set({ import_id: row.id }).where('import_id', '=', last.id).execute()
  return row
}

/** The run that works on an import, which no other run changes until the transaction ends. */
export async function heldRun({ db, engine }: WriteTransaction, importId: number): Promise<RunRow | undefined> {
  const query = db
    .selectFrom('space_import')
    .innerJoin('space_import_run', 'space_import_run.id', 'space_import.run_id')
    .selectAll('space_import_run')
    .where('space_import.id', '=', importId)
  return (engine === 'postgres' ? query.forUpdate() : query).executeTakeFirst()
}

/** Pages and posts that an import has brought in. */
export async function itemsOf(db: Queries, importId: number): Promise<Map<string, ImportedItem>> {
  const rows = await db
    .selectFrom('space_import_item')
    .leftJoin('content', 'content.id', 'space_import_item.content_id')
    .select(['source_id', 'content_id', 'generation', 'source_parent', 'content.title_key', 'content.status'])
    .where('import_id', '=', importId)
    .execute()
  return new Map(rows.map(({ source_id, ...row }) => [source_id, row]))
}

/** A page that was imported, with its title and status as it is here; null if it was deleted. */
export interface ImportedItem extends Pick<
  Selectable<SpaceImportItemTable>,
  'content_id' | 'generation' | 'source_parent'
> {
  title_key: string | null
  status: string | null
}

/** Notes that a page was looked at in a newer export. */
export async function updateItem(
  { db }: WriteTransaction,
  { import_id, source_id, ...changes }: Insertable<SpaceImportItemTable>,
): Promise<void> {
  await db
    .updateTable('space_import_item')
    .set(changes)
    .where('import_id', '=', import_id)
    .where('source_id', '=', source_id)
    .execute()
}

/** Titles of pages and posts that a newer export no longer has, the first of them, and how many they are. */
export async function missingItems(
  db: Queries,
  { id, generation }: Pick<SpaceImport, 'id' | 'generation'>,
  limit: number,
): Promise<{ titles: string[]; number: number }> {
  const missing = db
    .selectFrom('space_import_item')
    .innerJoin('content', 'content.id', 'space_import_item.content_id')
    .where('import_id', '=', id)
    .where('generation', '<', generation)
    .where('content.status', '=', 'current')
  const rows = await missing.select('content.title').orderBy('content.id').limit(limit).execute()
  const { n } = await missing.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  return { titles: rows.map(({ title }) => title), number: Number(n) }
}

/** Notes that another run goes on with an import. */
export async function takeImport({ db }: WriteTransaction, id: number, runId: number): Promise<void> {
  await db.updateTable('space_import').set({ run_id: runId }).where('id', '=', id).execute()
}

/** Notes that an import begins. */
export async function insertImport(
  { db }: WriteTransaction,
  given: Pick<SpaceImport, 'fingerprint' | 'source_key' | 'space_id' | 'run_id' | 'time_zone'>,
): Promise<SpaceImport> {
  return db
    .insertInto('space_import')
    .values({ ...given, state: 'running', started_at: Date.now(), drafts_left_out: 1, keeps_ids: 1 })
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
  item: Omit<Selectable<SpaceImportItemTable>, 'source_version'>,
): Promise<void> {
  await insertItems(db, [item])
}

const insertItems = preparedInsert('space_import_item', [
  'import_id',
  'source_id',
  'content_id',
  'generation',
  'source_parent',
])

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
