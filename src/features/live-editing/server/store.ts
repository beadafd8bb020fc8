import { sql, type Selectable } from 'kysely'
import type { Database, Queries, Tables, WriteTransaction } from '#platform/server/database/index.ts'
import type {} from './tables.ts'

export type DocumentRow = Omit<Selectable<Tables['live_document']>, 'state'>
export type StoredUpdate = Pick<Selectable<Tables['live_update']>, 'seq' | 'data'>

/** An update to be stored; `accountId` null for one by the server. */
export interface NewUpdate {
  data: Uint8Array
  accountId: number | null
}

const ROW = [
  'content_id',
  'incarnation',
  'base_version',
  'base_conflicts',
  'seq',
  'state_seq',
  'size',
  'draft_seq',
  'updated_at',
] as const

/** The document of a content, without its state. */
export async function documentRow(db: Queries, contentId: number): Promise<DocumentRow | undefined> {
  return db.selectFrom('live_document').select(ROW).where('content_id', '=', contentId).executeTakeFirst()
}

/** Snapshot of a document with the number of its last update. */
export async function stateOf(
  db: Queries,
  contentId: number,
): Promise<{ incarnation: string; state: Buffer; state_seq: number } | undefined> {
  return db
    .selectFrom('live_document')
    .select(['incarnation', 'state', 'state_seq'])
    .where('content_id', '=', contentId)
    .executeTakeFirst()
}

/** Updates after a number, in order. */
export async function updatesAfter(db: Queries, contentId: number, seq: number): Promise<StoredUpdate[]> {
  return db
    .selectFrom('live_update')
    .select(['seq', 'data'])
    .where('content_id', '=', contentId)
    .where('seq', '>', seq)
    .orderBy('seq')
    .execute()
}

/** Numbers of the newest updates of documents, by content. */
export async function newestUpdates(
  { read, dialect }: Pick<Database, 'read' | 'dialect'>,
  contentIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await read
    .selectFrom('live_document')
    .select(['content_id', 'seq'])
    .where('content_id', 'in', dialect.inIntegers(contentIds))
    .execute()
  return new Map(rows.map(row => [row.content_id, row.seq]))
}

export async function insertDocument(
  tx: WriteTransaction,
  {
    contentId,
    incarnation,
    baseVersion,
    state,
  }: {
    contentId: number
    incarnation: string
    baseVersion: number
    state: Uint8Array
  },
): Promise<void> {
  await tx.db
    .insertInto('live_document')
    .values({
      content_id: contentId,
      incarnation,
      base_version: baseVersion,
      seq: 0,
      state: Buffer.from(state),
      state_seq: 0,
      size: state.length,
      updated_at: Date.now(),
    })
    .execute()
}

/**
 * Appends updates and notes their authors.
 * @returns the number of the first one; undefined if there is no document of this incarnation any more
 */
export async function appendUpdates(
  tx: WriteTransaction,
  contentId: number,
  incarnation: string,
  updates: readonly NewUpdate[],
): Promise<number | undefined> {
  const at = Date.now()
  const bytes = updates.reduce((sum, { data }) => sum + data.length, 0)
  const row = await tx.db
    .updateTable('live_document')
    .set(update => ({
      seq: update('seq', '+', updates.length),
      size: update('size', '+', bytes),
      updated_at: at,
    }))
    .where('content_id', '=', contentId)
    .where('incarnation', '=', incarnation)
    .returning('seq')
    .executeTakeFirst()
  if (!row) return undefined
  const first = row.seq - updates.length + 1
  await tx.db
    .insertInto('live_update')
    .values(
      updates.map(({ data, accountId }, index) => ({
        content_id: contentId,
        seq: first + index,
        account_id: accountId,
        at,
        data: Buffer.from(data),
      })),
    )
    .execute()
  for (const accountId of new Set(updates.flatMap(update => update.accountId ?? [])))
    await noteAuthor(tx, contentId, accountId, row.seq)
  return first
}

/**
 * Notes that a user has unpublished changes in a document.
 * @param draftHash of the user's draft, if the document contains it now
 */
export async function noteAuthor(
  tx: WriteTransaction,
  contentId: number,
  accountId: number,
  seq: number,
  draftHash?: string,
): Promise<void> {
  const values = { seq, ...(draftHash === undefined ? {} : { draft_hash: draftHash }) }
  await tx.db
    .insertInto('live_author')
    .values({ content_id: contentId, account_id: accountId, ...values })
    .onConflict(conflict => conflict.columns(['content_id', 'account_id']).doUpdateSet(values))
    .execute()
}

/** Users with unpublished changes in a document. */
export async function authorsOf(db: Queries, contentId: number): Promise<{ account_id: number; draft_hash: string }[]> {
  return db
    .selectFrom('live_author')
    .select(['account_id', 'draft_hash'])
    .where('content_id', '=', contentId)
    .orderBy('account_id')
    .execute()
}

/** Users who have changed a document after an update. */
export async function authorsSince(db: Queries, contentId: number, seq: number): Promise<number[]> {
  const rows = await db
    .selectFrom('live_author')
    .select('account_id')
    .where('content_id', '=', contentId)
    .where('seq', '>', seq)
    .orderBy('account_id')
    .execute()
  return rows.map(row => row.account_id)
}

/** Removes the authors whose changes end at this number. @returns their accounts */
export async function removeAuthors(tx: WriteTransaction, contentId: number, seq: number): Promise<number[]> {
  const rows = await tx.db
    .deleteFrom('live_author')
    .where('content_id', '=', contentId)
    .where('seq', '<=', seq)
    .returning('account_id')
    .execute()
  return rows.map(row => row.account_id)
}

/** Notes that the drafts of all authors hold the document up to this number. */
export async function noteDrafts(tx: WriteTransaction, contentId: number, seq: number, hash: string): Promise<void> {
  await tx.db.updateTable('live_author').set({ draft_hash: hash }).where('content_id', '=', contentId).execute()
  await tx.db.updateTable('live_document').set({ draft_seq: seq }).where('content_id', '=', contentId).execute()
}

/** Notes that the document contains a published version, which was made of it. */
export async function setBase(tx: WriteTransaction, contentId: number, version: number): Promise<void> {
  await tx.db
    .updateTable('live_document')
    .set({ base_version: version, base_conflicts: -1 })
    .where('content_id', '=', contentId)
    .execute()
}

/**
 * Notes that a published version is merged into the document, with the number of places changed on both sides.
 * @returns false if another process was first
 */
export async function moveBase(
  tx: WriteTransaction,
  contentId: number,
  { from, to, conflicts }: { from: number; to: number; conflicts: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('live_document')
    .set({ base_version: to, base_conflicts: conflicts })
    .where('content_id', '=', contentId)
    .where('base_version', '=', from)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows) > 0
}

/** A snapshot that takes the place of another one and of the updates up to `seq`. */
export interface Snapshot {
  /** Of the document that it is of. */
  incarnation: string
  /** `state_seq` of the one before. */
  after: number
  state: Uint8Array
  seq: number
  /** Bytes that it saves. */
  saved: number
}

/**
 * Replaces the snapshot and removes the updates that it contains, unless another process was first, or another
 * document has taken the place of this one.
 */
export async function replaceState(
  tx: WriteTransaction,
  contentId: number,
  { incarnation, after, state, seq, saved }: Snapshot,
): Promise<void> {
  const { numUpdatedRows } = await tx.db
    .updateTable('live_document')
    .set(update => ({ state: Buffer.from(state), state_seq: seq, size: update('size', '-', saved) }))
    .where('content_id', '=', contentId)
    .where('incarnation', '=', incarnation)
    .where('state_seq', '=', after)
    .executeTakeFirstOrThrow()
  if (Number(numUpdatedRows) === 0) return
  await tx.db.deleteFrom('live_update').where('content_id', '=', contentId).where('seq', '<=', seq).execute()
}

export async function deleteDocument(tx: WriteTransaction, contentId: number): Promise<void> {
  await tx.db.deleteFrom('live_document').where('content_id', '=', contentId).execute()
}

/** Removes a document if it is still as it was read. */
export async function deleteUnchanged(
  tx: WriteTransaction,
  { content_id: contentId, incarnation, seq }: Pick<DocumentRow, 'content_id' | 'incarnation' | 'seq'>,
): Promise<void> {
  await tx.db
    .deleteFrom('live_document')
    .where('content_id', '=', contentId)
    .where('incarnation', '=', incarnation)
    .where('seq', '=', seq)
    .execute()
}

/**
 * Documents that are older than a time, in epoch milliseconds: those without unpublished changes, and those of files,
 * whose unsaved changes are on the devices of their authors.
 */
export async function restingDocuments(db: Queries, before: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('live_document')
    .select('content_id')
    .where('updated_at', '<', before)
    .where(({ or, not, exists, selectFrom }) =>
      or([
        not(
          exists(
            selectFrom('live_author')
              .select('account_id')
              .whereRef('live_author.content_id', '=', 'live_document.content_id'),
          ),
        ),
        exists(
          selectFrom('content')
            .select('id')
            .whereRef('content.id', '=', 'live_document.content_id')
            .where('content.type', '=', 'attachment'),
        ),
      ]),
    )
    .limit(limit)
    .execute()
  return rows.map(row => row.content_id)
}

/** Connections not seen for this long have ended with their process, in milliseconds. */
const GONE_MS = 60_000

/** Users who edit a content now, on any machine. */
export async function editorsOf(db: Queries, contentId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('live_connection')
    .select('account_id')
    .distinct()
    .where('content_id', '=', contentId)
    .where('seen_at', '>', Date.now() - GONE_MS)
    .orderBy('account_id')
    .execute()
  return rows.map(row => row.account_id)
}

/** Connections of a user, on any machine. */
export async function countConnections(db: Queries, accountId: number): Promise<number> {
  const row = await db
    .selectFrom('live_connection')
    .select(count => count.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('seen_at', '>', Date.now() - GONE_MS)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** Advisory lock of PostgreSQL under which connections are counted and added. */
const ADMISSION_LOCK = 817102513

/**
 * Makes additions of connections follow one another over all processes, so that two of them cannot each count the same
 * last free place. SQLite has one writer and needs nothing.
 */
export async function lockAdmission(tx: WriteTransaction): Promise<void> {
  if (tx.engine === 'postgres') await sql`select pg_advisory_xact_lock(${ADMISSION_LOCK})`.execute(tx.db)
}

export async function insertConnection(
  tx: WriteTransaction,
  { id, contentId, accountId }: { id: string; contentId: number; accountId: number },
): Promise<void> {
  const at = Date.now()
  await tx.db
    .deleteFrom('live_connection')
    .where('content_id', '=', contentId)
    .where('seen_at', '<', at - GONE_MS)
    .execute()
  await tx.db
    .insertInto('live_connection')
    .values({ id, content_id: contentId, account_id: accountId, seen_at: at })
    .execute()
}

export async function deleteConnections(tx: WriteTransaction, ids: readonly string[]): Promise<void> {
  await tx.db.deleteFrom('live_connection').where('id', 'in', ids).execute()
}

/** Says that connections still live. */
export async function touchConnections(tx: WriteTransaction, ids: readonly string[]): Promise<void> {
  await tx.db.updateTable('live_connection').set({ seen_at: Date.now() }).where('id', 'in', ids).execute()
}
