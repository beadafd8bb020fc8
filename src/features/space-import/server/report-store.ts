import { prepared, preparedInsert, type Queries, type WriteTransaction } from '#platform/server/database/index.ts'
import type { ContentType } from '#features/content-core/server/read.ts'
import { foldKey } from '#features/spaces/server/index.ts'
import type { ImportEffect, ImportTopic } from '../contract.ts'
import {
  addCounts,
  leftOutRemarks,
  noCounts,
  type ImportCounts,
  type ImportFindings,
  type NewRemark,
} from './run/report.ts'

/** Remarks that are stored of the import of a space, and of a run; more are counted alone. */
const MOST_REMARKS = 100_000

/** Adds findings to those on the import of a space, in the transaction that stores what they are about. */
export async function addToImport(
  tx: WriteTransaction,
  id: number,
  { counts, remarks }: ImportFindings,
  contentId: number | null = null,
): Promise<void> {
  const [row] = await storedCounts(tx.db, { id })
  if (!row) throw new Error(`the import ${id} is gone`)
  await insertRemarks(tx, within(remarks, row.remarks), {
    import_id: id,
    run_id: null,
    content_id: contentId,
  })
  const sum = addCounts(countsIn(row.counts), counts)
  await storeCounts(tx.db, { id, counts: JSON.stringify(sum), remarks: row.remarks + remarks.length })
}

const storedCounts = prepared((db, { id }: { id: number }) =>
  db.selectFrom('space_import').select(['counts', 'remarks']).where('id', '=', id),
)
const storeCounts = prepared((db, { id, counts, remarks }: { id: number; counts: string; remarks: number }) =>
  db.updateTable('space_import').set({ counts, remarks }).where('id', '=', id),
)

/** Remarks that there is room for, and all sums. */
function within(remarks: readonly NewRemark[], stored: number): readonly NewRemark[] {
  const room = MOST_REMARKS - stored
  return remarks.length <= room ? remarks : remarks.filter(({ isSum }, index) => isSum === true || index < room)
}

/** Adds findings on what belongs to no space. */
export async function addToRun(tx: WriteTransaction, id: number, { counts, remarks }: ImportFindings): Promise<void> {
  const row = await tx.db
    .selectFrom('space_import_run')
    .select(['counts', 'remarks'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await insertRemarks(tx, within(remarks, row.remarks), {
    import_id: null,
    run_id: id,
    content_id: null,
  })
  await tx.db
    .updateTable('space_import_run')
    .set({ counts: JSON.stringify(addCounts(countsIn(row.counts), counts)), remarks: row.remarks + remarks.length })
    .where('id', '=', id)
    .execute()
}

/** Forgets what is known of a run, which begins, and notes which export it is of. */
export async function clearRun({ db }: WriteTransaction, id: number, fingerprint: string): Promise<void> {
  await db.deleteFrom('space_import_remark').where('run_id', '=', id).execute()
  await db
    .updateTable('space_import_run')
    .set({ fingerprint, counts: JSON.stringify(noCounts()), remarks: 0 })
    .where('id', '=', id)
    .execute()
}

/** Adds a remark for each reason for which something was left out, once all of a space is there. */
export async function finishRemarks(tx: WriteTransaction, id: number): Promise<void> {
  const { counts } = await tx.db
    .selectFrom('space_import')
    .select('counts')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await removeRemarks(tx, id, 'sums')
  await addToImport(tx, id, remarksAlone(leftOutRemarks(countsIn(counts))))
}

/** {@link finishRemarks} of what belongs to no space. */
export async function finishRunRemarks(tx: WriteTransaction, id: number): Promise<void> {
  const { counts } = await tx.db
    .selectFrom('space_import_run')
    .select('counts')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await addToRun(tx, id, remarksAlone(leftOutRemarks(countsIn(counts))))
}

const remarksAlone = (remarks: readonly NewRemark[]): ImportFindings => ({
  counts: noCounts(),
  remarks,
  changed: new Set(),
})

/** Removes remarks on links that lead nowhere, or sums of what was left out, before they are made again. */
export async function removeRemarks({ db }: WriteTransaction, id: number, which: 'links' | 'sums'): Promise<void> {
  const all = db.deleteFrom('space_import_remark').where('import_id', '=', id)
  const removed = which === 'links' ? all.where('topic', '=', 'Links') : all.where('is_sum', '=', 1)
  const gone = await removed.returning('id').execute()
  if (gone.length === 0) return
  await db
    .updateTable('space_import')
    .set(eb => ({ remarks: eb('remarks', '-', gone.length) }))
    .where('id', '=', id)
    .execute()
}

/** Counts as they are stored. */
export function countsIn(stored: string): ImportCounts {
  return { ...noCounts(), ...(JSON.parse(stored) as Partial<ImportCounts>) }
}

const insertRows = preparedInsert('space_import_remark', [
  'import_id',
  'run_id',
  'topic',
  'effect',
  'subject',
  'content_id',
  'phrase',
  'is_sum',
])

async function insertRemarks(
  { db }: WriteTransaction,
  remarks: readonly NewRemark[],
  of: { import_id: number | null; run_id: number | null; content_id: number | null },
): Promise<void> {
  await insertRows(
    db,
    remarks.map(({ phrase, isSum = false, ...remark }) => ({
      ...of,
      ...remark,
      phrase: JSON.stringify(phrase),
      is_sum: isSum ? 1 : 0,
    })),
  )
}

/** Stored counts of a run, and of each of its spaces. */
export async function countsOfRun(db: Queries, runId: number): Promise<{ counts: string; remarks: number }[]> {
  const run = db.selectFrom('space_import_run').select(['counts', 'remarks']).where('id', '=', runId)
  const spaces = db.selectFrom('space_import').select(['counts', 'remarks']).where('run_id', '=', runId)
  return run.unionAll(spaces).execute()
}

/** Conditions on the remarks of a run. */
export interface RemarkFilter {
  /** Key of the space here. */
  space?: string | undefined
  topic?: ImportTopic | undefined
  effect?: ImportEffect | undefined
  subject?: string | undefined
}

/** A stored remark with its space and its page, if there is one that is still there. */
export interface RemarkRow {
  id: number
  topic: ImportTopic
  effect: ImportEffect
  subject: string | null
  phrase: string
  space_key: string | null
  page_id: number | null
  page_type: ContentType | null
  page_status: string | null
  page_title: string | null
  page_day: string | null
}

/** Remarks on a run and its spaces. */
function remarksOf(db: Queries, runId: number, filter: RemarkFilter) {
  let query = db
    .selectFrom('space_import_remark')
    .leftJoin('space_import', 'space_import.id', 'space_import_remark.import_id')
    .leftJoin('space', 'space.id', 'space_import.space_id')
    // Two queries, of which each has its index: of one with a choice, PostgreSQL reads the whole table.
    .where('space_import_remark.id', 'in', eb =>
      eb
        .selectFrom('space_import_remark as own')
        .select('own.id')
        .where('own.run_id', '=', runId)
        .unionAll(
          eb
            .selectFrom('space_import as of')
            .innerJoin('space_import_remark as part', 'part.import_id', 'of.id')
            .select('part.id')
            .where('of.run_id', '=', runId),
        ),
    )
  if (filter.space !== undefined) query = query.where('space.key_fold', '=', foldKey(filter.space))
  if (filter.topic !== undefined) query = query.where('space_import_remark.topic', '=', filter.topic)
  if (filter.effect !== undefined) query = query.where('space_import_remark.effect', '=', filter.effect)
  if (filter.subject !== undefined) query = query.where('space_import_remark.subject', '=', filter.subject)
  return query
}

/** Remarks in the order in which they were made: from a place in the list, or after the one of an id. */
export async function listRemarks(
  db: Queries,
  runId: number,
  filter: RemarkFilter,
  { start = 0, after = 0, limit }: { start?: number; after?: number; limit: number },
): Promise<RemarkRow[]> {
  return remarksOf(db, runId, filter)
    .leftJoin('content', 'content.id', 'space_import_remark.content_id')
    .select([
      'space_import_remark.id',
      'space_import_remark.topic',
      'space_import_remark.effect',
      'space_import_remark.subject',
      'space_import_remark.phrase',
      'space.key as space_key',
      'content.id as page_id',
      'content.type as page_type',
      'content.status as page_status',
      'content.title as page_title',
      'content.posting_day as page_day',
    ])
    .where('space_import_remark.id', '>', after)
    .orderBy('space_import_remark.id')
    .offset(start)
    .limit(limit)
    .execute()
}

/** Numbers of stored remarks by topic and effect. */
export async function countRemarks(db: Queries, runId: number) {
  const rows = await remarksOf(db, runId, {})
    .select(({ fn }) => ['space_import_remark.topic', 'space_import_remark.effect', fn.countAll<number>().as('number')])
    .groupBy(['space_import_remark.topic', 'space_import_remark.effect'])
    .execute()
  return rows.map(row => ({ ...row, number: Number(row.number) }))
}

/** Subjects of stored remarks with their numbers, the most frequent ones. */
export async function countSubjects(db: Queries, runId: number, limit: number) {
  const rows = await remarksOf(db, runId, {})
    .select(({ fn }) => [
      'space_import_remark.topic',
      'space_import_remark.subject',
      fn.countAll<number>().as('number'),
    ])
    .where('space_import_remark.subject', 'is not', null)
    .groupBy(['space_import_remark.topic', 'space_import_remark.subject'])
    .orderBy('number', 'desc')
    .orderBy('space_import_remark.subject')
    .limit(limit)
    .execute()
  return rows.map(row => ({ topic: row.topic, subject: row.subject ?? '', number: Number(row.number) }))
}
