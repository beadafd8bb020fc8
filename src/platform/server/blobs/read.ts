import { createHash, hash, type Hash } from 'node:crypto'
import { close, fstatSync, open, read } from 'node:fs'
import { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { LRUCache } from 'lru-cache'
import { DamagedBlob, MissingBlob } from '../blobs.ts'

/**
 * Bytes of one read: with fewer a megabyte costs more processor time, and each download that waits for its client holds
 * one.
 */
const PIECE = 256 * 1024
/** A blob that was sound is compared again after this long, though its file has not changed: disks lose bits. */
const SOUND_MS = 60 * 60 * 1000
const MOST_SOUND = 20_000

const openAsync = promisify(open)
const readAsync = promisify(read)

/** Bytes of a blob, both ends inclusive. */
export interface BlobRange {
  start: number
  end: number
}

interface OpenBlob {
  readonly sha256: string
  readonly fd: number
  /** Bytes. */
  readonly size: number
  /** Differs after each change of the file. */
  readonly state: string
}

/**
 * Opens a blob or a range of it. A whole one is compared with its address while it is read: the last piece comes only
 * when all were right.
 * @throws MissingBlob
 */
export async function openBlob(path: string, sha256: string, range?: BlobRange): Promise<Readable> {
  const blob = await openFile(path, sha256)
  return new BlobStream(blob, range ?? whole(blob), range ? undefined : () => {})
}

/** Reads blobs for clients, and knows which of them were compared with their addresses lately. */
export class BlobSender {
  /** State of the files of sound blobs when they were compared. */
  readonly #sound = new LRUCache<string, string>({ max: MOST_SOUND, ttl: SOUND_MS })

  /**
   * A blob or a range of it, read already when it is small. A whole one is compared with its address as by
   * {@link openBlob}, unless it was within the hour and its file has not changed since.
   * @throws MissingBlob, DamagedBlob
   */
  async send(path: string, sha256: string, range?: BlobRange): Promise<Buffer | Readable> {
    const blob = await openFile(path, sha256)
    const isSound = range !== undefined || this.#sound.get(sha256) === blob.state
    const onSound = isSound ? undefined : () => void this.#sound.set(sha256, blob.state)
    const { start, end } = range ?? whole(blob)
    if (end - start >= PIECE) return new BlobStream(blob, { start, end }, onSound)
    const bytes = await readPiece(blob, start, Buffer.allocUnsafeSlow(end - start + 1)).finally(() =>
      close(blob.fd, () => {}),
    )
    if (onSound) {
      compare(blob, hash('sha256', bytes, 'hex'))
      onSound()
    }
    return bytes
  }
}

/**
 * Reads a piece only when the one before was taken: nothing is read ahead for a client that is slower than the disk.
 */
class BlobStream extends Readable {
  readonly #blob: OpenBlob
  readonly #end: number
  readonly #onSound: (() => void) | undefined
  #position: number
  /** Until the blob has been compared. */
  #hash: Hash | undefined
  /** Filled again for the next piece: memory that is new costs more time than the bytes that are read into it. */
  #buffer: Buffer | undefined
  #response: ServerResponse | undefined
  /** The read that is on its way: the file must stay open for it. */
  #reading = Promise.resolve()

  /**
   * @param onSound given when the blob, which is read whole, is to be compared with its address; called when it was
   * right
   */
  constructor(blob: OpenBlob, { start, end }: BlobRange, onSound: (() => void) | undefined) {
    super({ highWaterMark: 0 })
    this.#blob = blob
    this.#position = start
    this.#end = end
    this.#hash = onSound && createHash('sha256')
    this.#onSound = onSound
  }

  override pipe<T extends NodeJS.WritableStream>(destination: T, options?: { end?: boolean }): T {
    if (destination instanceof ServerResponse) this.#response = destination
    return super.pipe(destination, options)
  }

  override _read(): void {
    this.#reading = this.#next().then(
      piece => void (this.destroyed || this.push(piece)),
      (error: unknown) => void this.destroy(error as Error),
    )
  }

  async #next(): Promise<Buffer | null> {
    const length = Math.min(PIECE, this.#end - this.#position + 1)
    const piece = length > 0 ? await readPiece(this.#blob, this.#position, this.#bufferOf(length)) : null
    this.#position += length
    if (piece) this.#hash?.update(piece)
    if (this.#hash && this.#position > this.#end) {
      compare(this.#blob, this.#hash.digest('hex'))
      this.#hash = undefined
      this.#onSound?.()
    }
    return piece
  }

  /** The buffer of the piece before, where that has left: a response says what of it still waits. */
  #bufferOf(length: number): Buffer {
    if (this.#buffer === undefined || this.#response?.writableLength !== 0)
      this.#buffer = Buffer.allocUnsafeSlow(length)
    return this.#buffer.subarray(0, length)
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    void this.#close(failure => callback(error ?? failure))
  }

  async #close(callback: (failure?: Error | null) => void): Promise<void> {
    await this.#reading
    close(this.#blob.fd, callback)
  }
}

function whole({ size }: OpenBlob): BlobRange {
  return { start: 0, end: size - 1 }
}

/** @throws DamagedBlob */
function compare({ sha256 }: OpenBlob, digest: string): void {
  if (digest !== sha256) throw new DamagedBlob(sha256)
}

async function openFile(path: string, sha256: string): Promise<OpenBlob> {
  let fd: number
  try {
    fd = await openAsync(path, 'r')
  } catch (error) {
    throw isMissing(error) ? new MissingBlob(sha256) : error
  }
  // Not worth a turn on the thread pool: what is asked is in memory once the file is open.
  const { size, ino, mtimeMs, ctimeMs } = fstatSync(fd)
  return { sha256, fd, size, state: `${ino} ${size} ${mtimeMs} ${ctimeMs}` }
}

/** Fills the buffer with the bytes from a position on. @throws DamagedBlob when the file ends before */
async function readPiece({ fd, sha256 }: OpenBlob, position: number, piece: Buffer): Promise<Buffer> {
  for (let done = 0; done < piece.length;) {
    const { bytesRead } = await readAsync(fd, piece, done, piece.length - done, position + done)
    if (bytesRead === 0) throw new DamagedBlob(sha256)
    done += bytesRead
  }
  return piece
}

export function isMissing(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'ENOENT'
}
