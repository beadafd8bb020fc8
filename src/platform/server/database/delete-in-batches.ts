import type { DeleteResult } from 'kysely'
import type { Database, Queries, TransactionOptions } from './database.ts'

/**
 * Deletes many rows without holding a lock for long: repeats `batch`, each time in a separate transaction, until it
 * deletes nothing.
 * @param batch a statement that deletes a limited number of rows
 */
export async function deleteInBatches(
  database: Pick<Database, 'transaction'>,
  batch: (db: Queries) => Promise<DeleteResult>,
  options?: TransactionOptions,
): Promise<void> {
  for (let gone = 1n; gone > 0n;) gone = (await database.transaction(({ db }) => batch(db), options)).numDeletedRows
}
