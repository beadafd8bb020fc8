import { sql, type RawBuilder } from 'kysely'
import {
  compilable,
  prepared,
  preparedInsert,
  preparedWithLists,
  type WriteTransaction,
} from '#platform/server/database/index.ts'
import type { ContentRow } from '../store.ts'
import type { ContentRenderTable } from '../tables.ts'

/** Stores the HTML of contents, of each in a mode, replacing the former. A content may be there once in a mode. */
export async function storeRenders(tx: WriteTransaction, renders: readonly ContentRenderTable[]): Promise<void> {
  await putRenders(tx.db, renders)
}

const putRenders = preparedInsert('content_render', ['content_id', 'mode', 'version', 'html', 'dependencies'], {
  replaces: ['content_id', 'mode'],
})

/** Advisory lock between those who drop stored HTML, who share it, and those who are about to make it. */
const RENDER_LOCK = 817102505
const holding = new WeakSet<WriteTransaction>()

/**
 * Before stored HTML is dropped: no other transaction begins to make any until this one has committed. It would not see
 * what this one has changed, nor this one that the other is at it. SQLite has one writer at a time.
 */
async function holdRenders(tx: WriteTransaction): Promise<void> {
  if (tx.engine === 'sqlite' || holding.has(tx)) return
  await sql`select pg_advisory_xact_lock_shared(${RENDER_LOCK})`.execute(tx.db)
  holding.add(tx)
}

/**
 * Whether no transaction drops stored HTML; then none begins to before this one has committed. Does not wait, so that
 * there are no deadlocks.
 */
async function tryLockRenders(tx: WriteTransaction): Promise<boolean> {
  if (tx.engine === 'sqlite') return true
  const lock = sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${RENDER_LOCK}) as free`
  return (await lock.execute(tx.db)).rows[0]?.free === true
}

/**
 * Marks contents of which HTML is about to be made: a transaction that drops stored HTML of one meanwhile drops its
 * mark too ({@link takeMarked}). A mark that a process leaves behind goes with the next change. As the first of a
 * transaction; does not wait, so that there are no deadlocks.
 * @param mark unique
 * @returns those marked: none while HTML is being dropped, none that is being changed
 */
export async function markRenders(
  tx: WriteTransaction,
  contentIds: readonly number[],
  mark: string,
): Promise<Set<number>> {
  const put = tx.engine === 'postgres' ? marksPutUnheld : marksPut
  return new Set((await put(tx, { ids: contentIds, mark })).map(row => row.content_id))
}

const marksPutWith = (held: RawBuilder<unknown>) =>
  preparedWithLists(({ db, dialect }, { ids, mark }: { ids: readonly number[]; mark: string }) =>
    compilable(
      db,
      sql<{ content_id: number }>`insert into content_render (content_id, mode, version, html, dependencies)
        select id, ${mark}, 0, '', '{}' from content where id in ${dialect.inIntegers(ids)} ${held}
        returning content_id`,
    ),
  )
const marksPut = marksPutWith(sql``)
/**
 * None if a transaction drops HTML ({@link tryLockRenders}), nor of a content that one changes now; none will before
 * this one ends.
 */
const marksPutUnheld = marksPutWith(
  sql`and (select pg_try_advisory_xact_lock(${sql.lit(RENDER_LOCK)})) for key share skip locked`,
)

/**
 * Takes the marks away again, before the HTML is stored in the same transaction. Does not wait. As the first of a
 * transaction: a statement that drops HTML on PostgreSQL would not find rows stored after it began.
 * @returns the contents of which it may be stored: nothing that it shows has changed or is about to
 */
export async function takeMarked(
  tx: WriteTransaction,
  contentIds: readonly number[],
  mark: string,
): Promise<Set<number>> {
  const mayStore = await tryLockRenders(tx)
  if (tx.engine === 'sqlite') {
    const taken = await marksTaken(tx, { ids: contentIds, mark })
    return new Set(taken.map(row => row.content_id))
  }
  const taken = await (mayStore ? marksTakenUnheld : marksTakenUnlocked)(tx, { ids: contentIds, mark })
  return new Set(mayStore ? taken.map(row => row.content_id) : [])
}

const marksTakenOf = (from: RawBuilder<unknown>, locks: RawBuilder<unknown>) =>
  preparedWithLists(({ db, dialect }, { ids, mark }: { ids: readonly number[]; mark: string }) =>
    compilable(
      db,
      sql<{ content_id: number }>`delete from content_render where mode = ${mark} and content_id in (
        select mark.content_id from content_render as mark ${from}
        where mark.mode = ${mark} and mark.content_id in ${dialect.inIntegers(ids)} ${locks}) returning content_id`,
    ),
  )
const marksTakenUnlocked = marksTakenOf(sql``, sql`for update of mark skip locked`)
/** Of contents that no transaction changes now; none will before this one ends. */
const marksTakenUnheld = marksTakenOf(
  sql`join content on content.id = mark.content_id`,
  sql`for update of mark skip locked for key share of content skip locked`,
)

const marksTaken = preparedWithLists(({ db, dialect }, { ids, mark }: { ids: readonly number[]; mark: string }) =>
  db
    .deleteFrom('content_render')
    .where('content_id', 'in', dialect.inIntegers(ids))
    .where('mode', '=', mark)
    .returning('content_id'),
)

/** Drops stored HTML of one document. */
export async function dropRender(tx: WriteTransaction, contentId: number): Promise<void> {
  await holdRenders(tx)
  await tx.db.deleteFrom('content_render').where('content_id', '=', contentId).execute()
}

/** Drops stored HTML of these documents. */
export async function dropRenders(tx: WriteTransaction, contentIds: readonly number[]): Promise<void> {
  await holdRenders(tx)
  await tx.db.deleteFrom('content_render').where('content_id', 'in', tx.dialect.inIntegers(contentIds)).execute()
}

/**
 * Drops stored HTML of every document that links to a page of this title: whether it exists, or its address, changed.
 */
export async function dropRendersLinkingTo(tx: WriteTransaction, spaceId: number, key: string): Promise<void> {
  await holdRenders(tx)
  await rendersLinkingTo(tx.db, { spaceId, key })
}

const rendersLinkingTo = prepared((db, { spaceId, key }: { spaceId: number; key: string }) =>
  db
    .deleteFrom('content_render')
    .where('content_id', 'in', eb =>
      eb
        .selectFrom('content_link')
        .select('from_id')
        .where('space_id', '=', spaceId)
        .where('target_key', '=', key)
        .where('kind', 'in', ['page', 'blogpost']),
    ),
)

/** Drops stored HTML of every document that shows attachments of this page, or names it by id. */
export async function dropRendersUsing(tx: WriteTransaction, contentId: number): Promise<void> {
  await holdRenders(tx)
  await rendersUsing(tx.db, { contentId })
}

// A union and no "or", by which PostgreSQL would judge each row of the table.
const rendersUsing = prepared((db, { contentId }: { contentId: number }) =>
  db.deleteFrom('content_render').where(
    'content_id',
    'in',
    sql<number>`(select id from content where id = ${contentId}
    union all select from_id from content_link where target_id = ${contentId})`,
  ),
)

/** {@link dropRendersUsing} and {@link dropRendersLinkingTo} of one page or post. */
export async function dropRendersShowing(
  tx: WriteTransaction,
  { id, space_id, title_key }: Pick<ContentRow, 'id' | 'space_id' | 'title_key'>,
): Promise<void> {
  await holdRenders(tx)
  await rendersShowing(tx.db, { id, spaceId: space_id, key: title_key })
}

const rendersShowing = prepared((db, { id, spaceId, key }: { id: number; spaceId: number; key: string }) =>
  db.deleteFrom('content_render').where(
    'content_id',
    'in',
    sql<number>`(select id from content where id = ${id}
    union all select from_id from content_link where target_id = ${id}
    union all select from_id from content_link where space_id = ${spaceId} and target_key = ${key}
      and kind in ('page', 'blogpost'))`,
  ),
)

/** Drops stored HTML of every document that names one of these pages: who sees them has changed. */
export async function dropRendersNaming(tx: WriteTransaction, pageIds: readonly number[]): Promise<void> {
  await holdRenders(tx)
  const pages = tx.dialect.inIntegers(pageIds)
  // From the pages to the links: the other way SQLite would try all links on all pages.
  await tx.db
    .deleteFrom('content_render')
    .where(
      'content_id',
      'in',
      sql<number>`(select from_id from content_link where target_id in ${pages}
    union all select content_link.from_id from content cross join content_link where content.id in ${pages}
      and content_link.kind in ('page', 'blogpost') and content_link.space_id = content.space_id and content_link.target_key = content.title_key)`,
    )
    .execute()
}
