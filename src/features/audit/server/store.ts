import type { Insertable, Selectable } from 'kysely'
import { deleteInBatches, type Database, type Queries, type WriteTransaction } from '#platform/server/database/index.ts'
import type { AuditRecordTable } from './tables.ts'

export type AuditRow = Selectable<AuditRecordTable>
export type NewRecord = Insertable<AuditRecordTable>

/** Records deleted in one transaction. */
const BATCH = 500
/** Words of a search that are looked for. */
const MAX_WORDS = 20

export interface RecordSearch {
  /** Epoch milliseconds. */
  startDate?: number | undefined
  endDate?: number | undefined
  searchString?: string | undefined
  start: number
  limit: number
}

/** Records, newest first, that hold every word of a search: one more than `limit`, where there are. */
export function findRecords(db: Queries, { startDate, endDate, searchString, start, limit }: RecordSearch) {
  let select = db.selectFrom('audit_record').selectAll()
  if (startDate !== undefined) select = select.where('at', '>=', startDate)
  if (endDate !== undefined) select = select.where('at', '<=', endDate)
  for (const word of (searchString ?? '').toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)) {
    select = select.where(({ eb, fn, val }) =>
      eb(fn<string>('replace', ['words', val(word), val('')]), '<>', eb.ref('words')),
    )
  }
  return select
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .offset(start)
    .limit(limit + 1)
    .execute()
}

/** Adds records; of an event that has one already, nothing. */
export async function insertRecords({ db }: WriteTransaction, records: readonly NewRecord[]): Promise<void> {
  if (records.length === 0) return
  await db
    .insertInto('audit_record')
    .values(records)
    .onConflict(conflict => conflict.column('event_id').doNothing())
    .execute()
}

/** Deletes the records made before a time (epoch milliseconds). */
export function deleteRecords(database: Database, before: number): Promise<void> {
  return deleteInBatches(
    database,
    db =>
      db
        .deleteFrom('audit_record')
        .where('id', 'in', eb => eb.selectFrom('audit_record').select('id').where('at', '<', before).limit(BATCH))
        .executeTakeFirst(),
    { invalidates: false },
  )
}

type Named = 'accounts' | 'groups' | 'spaces' | 'contents'
export type Names = Record<Named, ReadonlyMap<number, string>>

/** User names, names of groups, keys of spaces and titles, by the ids of what has them. */
export async function namesOf(
  { db, dialect }: WriteTransaction,
  ids: Record<Named, readonly number[]>,
): Promise<Names> {
  const map = (rows: readonly { id: number; name: string }[]) => new Map(rows.map(row => [row.id, row.name]))
  const [accounts, groups, spaces, contents] = [
    dialect.inIntegers(ids.accounts),
    dialect.inIntegers(ids.groups),
    dialect.inIntegers(ids.spaces),
    dialect.inIntegers(ids.contents),
  ]
  return {
    accounts: map(
      await db.selectFrom('account').select(['id', 'username as name']).where('id', 'in', accounts).execute(),
    ),
    groups: map(await db.selectFrom('account_group').select(['id', 'name']).where('id', 'in', groups).execute()),
    spaces: map(await db.selectFrom('space').select(['id', 'key as name']).where('id', 'in', spaces).execute()),
    contents: map(await db.selectFrom('content').select(['id', 'title as name']).where('id', 'in', contents).execute()),
  }
}
