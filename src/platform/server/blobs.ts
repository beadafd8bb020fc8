import type { Readable } from 'node:stream'
import { HttpError } from './http/errors.ts'

/** Identity of a stored blob. */
export interface Blob {
  /** SHA-256 of the bytes, 64 hex digits: the blob's address. */
  readonly sha256: string
  /** Length in bytes. */
  readonly size: number
}

/** A row names a blob that is not there. */
export class MissingBlob extends HttpError {
  override name = 'MissingBlob'

  constructor(sha256: string) {
    super(
      404,
      'The stored file {{sha256}} is missing. Its administrator can restore it from a backup; `oxbow doctor` lists what it belongs to',
      {
        values: { sha256 },
      },
    )
  }
}

/** The bytes of a blob are not those that were stored. */
export class DamagedBlob extends HttpError {
  override name = 'DamagedBlob'

  constructor(sha256: string) {
    super(
      500,
      'The stored file {{sha256}} is damaged. Its administrator can restore it from a backup; `oxbow doctor` lists what it belongs to',
      {
        values: { sha256 },
      },
    )
  }
}

/**
 * Attachment bytes, addressed by their content, so that equal files are stored once and damage is found.
 *
 * A column that names a blob is called `sha256` or ends with `_sha256`: backup and `oxbow doctor` find references by
 * that.
 */
export interface BlobStore {
  /**
   * Stores a stream in constant memory: temporary name, sync, rename. The blob is durable when this resolves.
   * @param options.maxSize bytes after which the upload is refused
   * @throws HttpError 413 when the stream is longer than `maxSize`
   */
  put(bytes: Readable, options: { maxSize: number }): Promise<Blob>
  /**
   * Opens a blob, or the bytes `start` to `end` (both inclusive) of it. A whole blob is compared with its address while
   * it is read: the last piece comes only when all were right, else the stream fails with a {@link DamagedBlob}.
   * @throws MissingBlob when it is not there
   */
  open(sha256: string, range?: { start: number; end: number }): Promise<Readable>
  /**
   * The same for a client that asked: a buffer where the bytes are few, and a whole blob need not be compared again
   * that was lately and has not changed since. A buffer was compared before it is given.
   * @throws MissingBlob when it is not there
   * @throws DamagedBlob when it is small and damaged
   */
  send(sha256: string, range?: { start: number; end: number }): Promise<Buffer | Readable>
  has(sha256: string): Promise<boolean>
  /** Length in bytes; undefined when it is not there. */
  size(sha256: string): Promise<number | undefined>
  /** Removes a blob that no row names any more. Absent blobs are no error. */
  remove(sha256: string): Promise<void>
  /** Every blob, in no order, for `oxbow doctor` and garbage collection. */
  list(): AsyncIterable<Blob & { modifiedAt: number }>
  /** Reads the whole blob and compares its address. */
  verify(sha256: string): Promise<'ok' | 'missing' | 'damaged'>
  /**
   * Removes unfinished uploads of processes that ended: those of this machine at once, those of others when unchanged
   * for an hour. Done at start, too.
   */
  removeAbandoned(): Promise<void>
  /** Proves that uploads can be stored now, for `/health/ready`. @throws when they cannot. */
  checkWritable(): Promise<void>
}
