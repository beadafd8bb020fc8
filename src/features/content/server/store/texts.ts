import type { Queries, WriteTransaction } from '#platform/server/database/index.ts'

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
  // Whoever publishes one of these meanwhile holds its row, and stores what follows from the newer text.
  if (tx.engine === 'postgres') rows = rows.forUpdate()
  return (await rows.execute()).map(row => row.id)
}
