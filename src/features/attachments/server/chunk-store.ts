import { sql } from 'kysely'
import type { Queries, WriteTransaction } from '#platform/server/database/index.ts'

/** A chunk of an upload whose others may still be to come. */
export interface StoredChunk {
  number: number
  sha256: string
  size: number
}

/** Chunks of an upload in their order. */
export async function chunksOf(db: Queries, upload: string): Promise<StoredChunk[]> {
  return db
    .selectFrom('upload_chunk')
    .select(['number', 'sha256', 'size'])
    .where('upload', '=', upload)
    .orderBy('number')
    .execute()
}

/** Stores a chunk, in the place of one that was sent before. */
export async function putChunk(
  tx: WriteTransaction,
  upload: string,
  accountId: number | null,
  chunk: StoredChunk,
): Promise<void> {
  const { sha256, size } = chunk
  const at = Date.now()
  await tx.db
    .insertInto('upload_chunk')
    .values({ upload, account_id: accountId, ...chunk, at })
    .onConflict(conflict => conflict.columns(['upload', 'number']).doUpdateSet({ sha256, size, at }))
    .execute()
}

/** Uploads of an account that are not complete; `null` represents all visitors. */
export async function openUploads(db: Queries, accountId: number | null): Promise<number> {
  const { count } = await db
    .selectFrom('upload_chunk')
    .select(sql<number>`count(distinct upload)`.as('count'))
    .where('account_id', accountId === null ? 'is' : '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Removes an upload; the bytes of its chunks are collected like all unreferenced blobs.
 * @returns how many chunks there were
 */
export async function dropChunks(tx: WriteTransaction, upload: string): Promise<number> {
  const { numDeletedRows } = await tx.db.deleteFrom('upload_chunk').where('upload', '=', upload).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Removes chunks that were sent before an instant. @returns how many */
export async function dropAbandoned(tx: WriteTransaction, before: number): Promise<number> {
  const { numDeletedRows } = await tx.db.deleteFrom('upload_chunk').where('at', '<', before).executeTakeFirst()
  return Number(numDeletedRows)
}
