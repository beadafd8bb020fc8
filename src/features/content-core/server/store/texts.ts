import type { Queries, WriteTransaction } from '#platform/server/database/index.ts'
import { withContained } from '../store.ts'

/** Texts read in one transaction. */
const BATCH = 100

/** How many contents of all kinds there are. */
export async function countContents(db: Queries): Promise<number> {
  const { total } = await db
    .selectFrom('content')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Ids of the next contents that have a text, in ascending order, locked until the end of the transaction. */
export async function lockTexts(tx: WriteTransaction, after: number): Promise<number[]> {
  let rows = tx.db
    .selectFrom('content')
    .select(['id'])
    .where('id', '>', after)
    .where('type', '<>', 'attachment')
    .orderBy('id')
    .limit(BATCH)
  // A transaction that publishes one of these meanwhile holds its row, and stores the data of the newer text.
  if (tx.engine === 'postgres') rows = rows.forUpdate()
  return (await rows.execute()).map(row => row.id)
}

/** Current texts of contents, drafts among them, in ascending order of id. */
export function currentTexts({ db, dialect }: WriteTransaction, ids: readonly number[]) {
  return db
    .selectFrom('content')
    .innerJoin('content_version', join =>
      join
        .onRef('content_version.content_id', '=', 'content.id')
        .onRef('content_version.number', '=', 'content.version'),
    )
    .innerJoin('space', 'space.id', 'content.space_id')
    .select([
      'content.id',
      'content.version',
      'content.status',
      'content.container_id',
      'content.space_id',
      'space.key as space_key',
      'content.creator_id',
      'content.created_at',
      'content_version.storage',
    ])
    .where('content.id', 'in', dialect.inIntegers(ids))
    .orderBy('content.id')
    .execute()
}
export type CurrentText = Awaited<ReturnType<typeof currentTexts>>[number]

/** Current texts of pages and of what they contain, in ascending order of id, behind one. */
export function textsWithin(
  { db, dialect }: WriteTransaction,
  pageIds: readonly number[],
  after: number,
  limit: number,
) {
  return db
    .selectFrom('content')
    .innerJoin('content_version', join =>
      join
        .onRef('content_version.content_id', '=', 'content.id')
        .onRef('content_version.number', '=', 'content.version'),
    )
    .select(['content.id', 'content.version', 'content_version.storage'])
    .where('content.type', '<>', 'attachment')
    .where('content.id', '>', after)
    .where('content.id', 'in', withContained(dialect, pageIds))
    .orderBy('content.id')
    .limit(limit)
    .execute()
}

/** Ids of published pages, posts and comments after one, in ascending order. */
export async function currentAfter(db: Queries, after: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('content')
    .select('id')
    .where('id', '>', after)
    .where('status', '=', 'current')
    .where('type', '<>', 'attachment')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(row => row.id)
}

/** Highest id of a content; 0 in a new wiki. */
export async function newestContent(db: Queries): Promise<number> {
  const row = await db.selectFrom('content').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row?.id ?? 0
}
