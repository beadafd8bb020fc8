import { sql, type Selectable } from 'kysely'
import { preparedInsert, type Queries, type WriteTransaction } from '#platform/server/database/index.ts'
import type { ContentType } from '#features/content-core/server/read.ts'
import type { SpaceImportIdTable } from './tables.ts'

export type PlannedId = Selectable<SpaceImportIdTable>

/** Key of the lock under which imports decide on ids. */
const PLAN_LOCK = 817_102_505

/** Has transactions that decide on ids run one after the other. SQLite has one writer anyway. */
export async function holdPlans(tx: WriteTransaction): Promise<void> {
  if (tx.engine === 'postgres') await sql`select pg_advisory_xact_lock(${PLAN_LOCK})`.execute(tx.db)
}

/** Ids that an import has decided on. */
export async function plannedIds(
  { db, dialect }: WriteTransaction,
  importId: number,
  sourceIds: readonly number[],
): Promise<Omit<PlannedId, 'import_id'>[]> {
  return db
    .selectFrom('space_import_id')
    .select(['source_id', 'content_id', 'generation'])
    .where('import_id', '=', importId)
    .where('source_id', 'in', dialect.inIntegers(sourceIds))
    .execute()
}

/** Those of the ids that some import has decided on. */
export async function idsOfPlans({ db, dialect }: WriteTransaction, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('space_import_id')
    .select('content_id')
    .where('content_id', 'in', dialect.inIntegers(ids))
    .execute()
  return new Set(rows.map(row => row.content_id))
}

const insertRows = preparedInsert('space_import_id', ['import_id', 'source_id', 'content_id', 'generation'])

/** Records ids that an import has decided on. */
export async function insertPlannedIds({ db }: WriteTransaction, rows: readonly PlannedId[]): Promise<void> {
  await insertRows(db, rows)
}

/** Forgets the ids of contents that were left out: a newer export may bring them. */
export async function removeUnusedIds({ db }: WriteTransaction, importId: number): Promise<void> {
  await db
    .deleteFrom('space_import_id')
    .where('import_id', '=', importId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('content').select('content.id').whereRef('content.id', '=', 'space_import_id.content_id'))),
    )
    .execute()
}

/**
 * Imported contents that have other ids than in the export, by those there: the next after a given one, of exports from
 * a generation on.
 */
export async function changedIds(
  db: Queries,
  importId: number,
  { after, limit, generation }: { after: number; limit: number; generation: number },
): Promise<(Pick<PlannedId, 'source_id' | 'content_id'> & { type: ContentType })[]> {
  return db
    .selectFrom('space_import_id')
    .innerJoin('content', 'content.id', 'space_import_id.content_id')
    .select(['space_import_id.source_id', 'space_import_id.content_id', 'content.type'])
    .where('space_import_id.import_id', '=', importId)
    .where('space_import_id.source_id', '>', after)
    .where('space_import_id.generation', '>=', generation)
    .whereRef('space_import_id.content_id', '<>', 'space_import_id.source_id')
    .orderBy('space_import_id.source_id')
    .limit(limit)
    .execute()
}
