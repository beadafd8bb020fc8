import { sql } from 'kysely'
import type { App } from '#platform/server/app.ts'
import type { Queries, WriteTransaction } from '#platform/server/database/index.ts'

/** A column whose values are the addresses of blobs. */
export interface BlobColumn {
  table: string
  column: string
}

/** All columns that name blobs: those called `sha256`, or whose name ends with `_sha256`. */
export async function blobColumns({ database }: App): Promise<BlobColumn[]> {
  const tables = await database.read.introspection.getTables()
  return tables.flatMap(table =>
    table.columns
      .filter(column => column.name === 'sha256' || column.name.endsWith('_sha256'))
      .map(column => ({ table: table.name, column: column.name })),
  )
}

/** Which of these blobs some row names. */
export async function namedBlobs(
  db: Queries,
  columns: readonly BlobColumn[],
  blobs: readonly string[],
): Promise<Set<string>> {
  const found = new Set<string>()
  for (const { table, column } of columns) {
    const { rows } = await sql<{ blob: string }>`select ${sql.ref(column)} as blob from ${sql.table(table)}
      where ${sql.ref(column)} in (${sql.join(blobs)})`.execute(db)
    for (const { blob } of rows) found.add(blob)
  }
  return found
}

/** Blobs that were marked until a time (epoch milliseconds), in order, behind one of them. */
export async function doomedBlobs({ database }: App, until: number, after: string, limit: number): Promise<string[]> {
  const rows = await database.read
    .selectFrom('blob_doomed')
    .select('blob')
    .where('at', '<=', until)
    .where('blob', '>', after)
    .orderBy('blob')
    .limit(limit)
    .execute()
  return rows.map(row => row.blob)
}

/** Marks blobs that no row names. @returns how many were not marked before */
export async function doomBlobs(tx: WriteTransaction, blobs: readonly string[], at: number): Promise<number> {
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto('blob_doomed')
    .values(blobs.map(blob => ({ blob, at })))
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows ?? 0)
}

/** Takes the mark off a blob. @returns whether it had one */
export async function takeDoomed(tx: WriteTransaction, blob: string): Promise<boolean> {
  const { numDeletedRows } = await tx.db.deleteFrom('blob_doomed').where('blob', '=', blob).executeTakeFirst()
  return numDeletedRows > 0n
}

/** A small picture of a stored one. */
export interface Thumbnail {
  sha256: string
  size: number
  mediaType: string
}

/** Thumbnails of blobs in one size, by the addresses of their sources. @param box `<width>x<height>` */
export async function thumbnailRows(
  { database }: App,
  sources: readonly string[],
  box: string,
): Promise<ReadonlyMap<string, Thumbnail>> {
  if (sources.length === 0) return new Map()
  const rows = await database.read
    .selectFrom('attachment_thumbnail')
    .selectAll()
    .where('source', 'in', [...sources])
    .where('box', '=', box)
    .execute()
  return new Map(rows.map(({ source, sha256, size, media_type: mediaType }) => [source, { sha256, size, mediaType }]))
}

/** Stores a thumbnail, in place of the one there was. */
export async function storeThumbnail(
  tx: WriteTransaction,
  source: string,
  box: string,
  { sha256, size, mediaType }: Thumbnail,
): Promise<void> {
  const values = { sha256, size, media_type: mediaType }
  await tx.db
    .insertInto('attachment_thumbnail')
    .values({ source, box, ...values })
    .onConflict(conflict => conflict.columns(['source', 'box']).doUpdateSet(values))
    .execute()
}

/** Forgets the thumbnails of a blob. */
export async function deleteThumbnails(tx: WriteTransaction, source: string): Promise<void> {
  await tx.db.deleteFrom('attachment_thumbnail').where('source', '=', source).execute()
}
