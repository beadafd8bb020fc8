import type { Readable } from 'node:stream'

/** What a stored blob is known by. */
export interface Blob {
  /** SHA-256 of the bytes, 64 hex digits: the blob's address. */
  readonly sha256: string
  /** Length in bytes. */
  readonly size: number
}

/**
 * Attachment bytes, addressed by their content, so that equal files are kept once and damage is found.
 *
 * A column that names a blob is called `sha256` or ends with `_sha256`: backup and `oxbow doctor` find references by that.
 */
export interface BlobStore {
  /**
   * Stores a stream in constant memory: temporary name, sync, rename. The blob is durable when this resolves.
   * @param options.maxSize bytes after which the upload is refused
   * @throws HttpError 413 when the stream is longer than `maxSize`
   */
  put(bytes: Readable, options: { maxSize: number }): Promise<Blob>
  /** Opens a blob, or the bytes `start` to `end` (both inclusive) of it. @throws when it is not there. */
  open(sha256: string, range?: { start: number; end: number }): Promise<Readable>
  has(sha256: string): Promise<boolean>
  /** Length in bytes; undefined when it is not there. */
  size(sha256: string): Promise<number | undefined>
  /** Removes a blob that no row names any more. Absent blobs are no error. */
  remove(sha256: string): Promise<void>
  /** Every blob, in no order, for `oxbow doctor` and garbage collection. */
  list(): AsyncIterable<Blob & { modifiedAt: number }>
  /** Reads the whole blob and compares its address. */
  verify(sha256: string): Promise<'ok' | 'missing' | 'damaged'>
  /** Removes what processes that died have left of uploads, once nobody has written to it for an hour. */
  removeAbandoned(): Promise<void>
  /** Proves that uploads can be stored now, for `/health/ready`. @throws when they cannot. */
  checkWritable(): Promise<void>
}
