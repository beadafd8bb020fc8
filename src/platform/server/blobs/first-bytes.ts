import type { BlobStore } from '../blobs.ts'

/**
 * The first `length` bytes of a blob, which has that many.
 * @throws MissingBlob when it is not there
 */
export async function firstBytes(blobs: BlobStore, sha256: string, length: number): Promise<Buffer<ArrayBuffer>> {
  if (length === 0) return Buffer.alloc(0)
  const pieces = await blobs.open(sha256, { start: 0, end: length - 1 })
  return Buffer.concat((await pieces.toArray()) as Buffer[])
}
