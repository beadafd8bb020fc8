import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { App } from '#platform/server/app.ts'
import type { Blob } from '#platform/server/blobs.ts'
import { claimBlob } from '#platform/server/blobs/claims.ts'
import { fileTooLarge } from '#platform/server/blobs/files.ts'
import type { Context } from '#platform/server/context.ts'
import type { WriteTransaction } from '#platform/server/database/index.ts'
import { badRequest, conflict, HttpError } from '#platform/server/http/errors.ts'
import { chunksOf, dropAbandoned, dropChunks, openUploads, putChunk, type StoredChunk } from '../chunk-store.ts'
import { maxAttachmentSize } from '../settings.ts'

/** An upload to which no chunk came for so long is given up. */
export const ABANDONED_MS = 24 * 60 * 60 * 1000
/** Uploads in chunks that one account may have begun. */
export const MOST_OPEN_UPLOADS = 50

/** One chunk of a file, as its address says. */
export interface ChunkOfFile {
  containerId: number
  filename: string
  /** Of the whole file, in bytes. */
  size: number | undefined
  /** From 0. */
  chunk: number
  chunks: number
  /** Distinguishes uploads of files of one name and size. */
  uploadId: string
}

/** State after a chunk: the number of chunks, and the file when that was the last. */
export interface Received {
  received: number
  whole?: {
    blob: Blob
    /** Belongs in the transaction that attaches the file. @throws HttpError 409 when another request did so */
    finish: (tx: WriteTransaction) => Promise<void>
  }
}

/**
 * Takes one chunk. They come in order; one that came before may come again, so that an upload resumes after a broken
 * connection. The last one makes the file.
 * @throws HttpError 400 for numbers that cannot be, 409 when a chunk before it is missing, 413 when the file is too
 *   large, 429 with too many uploads begun
 */
export async function receiveChunk(ctx: Context, part: ChunkOfFile, bytes: Readable): Promise<Received> {
  const { app, viewer } = ctx
  const { database, blobs } = app
  const maxSize = app.settings.get(maxAttachmentSize)
  const { chunk, chunks, size } = part
  if (chunk < 0 || chunk >= chunks) throw badRequest('must be below the number of chunks', { field: 'chunk' })
  if (size !== undefined && size > maxSize) throw fileTooLarge(maxSize)
  const upload = keyOf(ctx, part)
  const before = await chunksOf(database.read, upload)
  if (chunk > before.length)
    throw conflict('chunk {{next}} is to come next', { field: 'chunk', values: { next: before.length } })
  if (before.length === 0 && (await openUploads(database.read, viewer.userId)) >= MOST_OPEN_UPLOADS)
    throw new HttpError(429, 'You have begun too many uploads. Finish them, or wait a day')
  const others = before.filter(known => known.number !== chunk)
  const left = maxSize - total(others)
  const blob = await blobs.put(bytes, { maxSize: Math.max(0, left) })
  await database.transaction(
    async tx => {
      await claimBlob(tx, app, blob.sha256)
      await putChunk(tx, upload, viewer.userId, { number: chunk, ...blob })
    },
    { invalidates: false },
  )
  const all = await chunksOf(database.read, upload)
  if (all.length < chunks) return { received: all.length }
  const whole = await blobs.put(Readable.from(joined(app, all)), { maxSize })
  if (size !== undefined && whole.size !== size) {
    await database.transaction(tx => dropChunks(tx, upload), { invalidates: false })
    throw badRequest('the body has {{is}} bytes, not the {{said}} that the address says', {
      field: 'size',
      values: { is: whole.size, said: size },
    })
  }
  const finish = async (tx: WriteTransaction) => {
    if ((await dropChunks(tx, upload)) === 0) throw conflict('this upload is complete', { field: 'chunk' })
  }
  return { received: chunks, whole: { blob: whole, finish } }
}

/** Removes abandoned uploads. */
export async function removeAbandonedChunks({ database }: App, now = Date.now()): Promise<number> {
  return database.transaction(tx => dropAbandoned(tx, now - ABANDONED_MS), { invalidates: false })
}

/** The key keeps users from the uploads of others. */
function keyOf({ viewer }: Context, { containerId, filename, size, chunks, uploadId }: ChunkOfFile): string {
  return createHash('sha256')
    .update(JSON.stringify([viewer.userId, containerId, filename, size, chunks, uploadId]))
    .digest('hex')
}

function total(chunks: readonly StoredChunk[]): number {
  return chunks.reduce((sum, { size }) => sum + size, 0)
}

async function* joined({ blobs }: App, chunks: readonly StoredChunk[]): AsyncGenerator<Buffer> {
  for (const { sha256 } of chunks) yield* (await blobs.open(sha256)) as AsyncIterable<Buffer>
}
