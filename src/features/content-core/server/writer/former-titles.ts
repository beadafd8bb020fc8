import type { WriteTransaction } from '#platform/server/database/index.ts'
import type { FormerTitleTable } from '../tables.ts'

/** Rows of one statement, which has a limited number of parameters. */
const AT_ONCE = 500

/** Records titles that pages and posts have had in a space. */
export async function addFormerTitles(tx: WriteTransaction, rows: readonly FormerTitleTable[]): Promise<void> {
  for (let start = 0; start < rows.length; start += AT_ONCE) {
    await tx.db
      .insertInto('former_title')
      .values(rows.slice(start, start + AT_ONCE))
      .onConflict(conflict => conflict.doNothing())
      .execute()
  }
}
