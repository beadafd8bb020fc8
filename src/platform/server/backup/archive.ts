import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { Header } from 'tar'
import { syncFolder } from '../blobs/files.ts'

const BLOCK = 512
const GZIP_LEVEL = 4

/** One file of an archive. The body is read once, before the next entry is asked for. */
export interface Entry {
  readonly name: string
  readonly size: number
  readonly body: AsyncIterable<Buffer>
}

/**
 * Writes a `.tar.gz` in constant memory. It appears under its name when it is whole and on the disk.
 * @throws when `file` exists already, or an entry's body is not of the size it announced
 */
export async function writeArchive(file: string, entries: AsyncIterable<Entry>): Promise<void> {
  const partial = `${file}.partial`
  // Two backups to one file must not mix: both names are taken exclusively.
  await (await open(file, 'wx', 0o600)).close()
  try {
    await pipeline(
      Readable.from(tarBytes(entries), { objectMode: false, highWaterMark: 256 * 1024 }),
      createGzip({ level: GZIP_LEVEL }),
      createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }),
    )
    await rename(partial, file)
    await syncFolder(dirname(file))
  } catch (error) {
    await Promise.all([rm(partial, { force: true }), rm(file, { force: true })])
    throw error
  }
}

async function* tarBytes(entries: AsyncIterable<Entry>): AsyncIterable<Buffer> {
  for await (const { name, size, body } of entries) {
    const block = Buffer.alloc(BLOCK)
    const header = new Header({ path: name, size, mode: 0o600, mtime: new Date(), type: 'File' })
    if (header.encode(block, 0)) throw new Error(`The name ${name} does not fit into an archive`)
    yield block
    let written = 0
    for await (const chunk of body) {
      written += chunk.length
      yield chunk
    }
    if (written !== size) throw new Error(`${name} changed while it was read: ${written} bytes instead of ${size}`)
    if (size % BLOCK !== 0) yield Buffer.alloc(BLOCK - (size % BLOCK))
  }
  yield Buffer.alloc(2 * BLOCK)
}

/** The files of a `.tar.gz`, one after the other. Unread parts of a body are skipped. */
export async function* readArchive(file: string): AsyncIterable<Entry> {
  const source = createReadStream(file)
  const plain = createGunzip()
  source.on('error', error => plain.destroy(error))
  source.pipe(plain)
  try {
    const reader = new ByteReader(plain)
    for (;;) {
      const block = await reader.take(BLOCK)
      if (!block || block.every(byte => byte === 0)) return
      const header = new Header(block, 0)
      if (!header.cksumValid || header.path === undefined || header.size === undefined)
        throw new Error(`${file} is not an archive, or damaged`)
      if (header.type !== 'File') throw new Error(`${file} holds ${header.path}, which is no file`)
      const body = reader.stream(header.size)
      yield { name: header.path, size: header.size, body }
      for await (const _ of body);
      await reader.take((BLOCK - (header.size % BLOCK)) % BLOCK)
    }
  } finally {
    source.destroy()
    plain.destroy()
  }
}

/** Cuts a stream of chunks into pieces of given lengths. */
class ByteReader {
  #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** Exactly `length` bytes; undefined at the end. */
  async take(length: number): Promise<Buffer | undefined> {
    const parts: Buffer[] = []
    for await (const part of this.stream(length, true)) parts.push(part)
    const taken = Buffer.concat(parts)
    if (taken.length === length) return taken
    if (taken.length === 0) return undefined
    throw new Error('The archive ends in the middle of a file')
  }

  async *stream(length: number, mayEnd = false): AsyncGenerator<Buffer> {
    let missing = length
    while (missing > 0) {
      if (this.#rest.length === 0) {
        const next = await this.#chunks.next()
        if (next.done) {
          if (mayEnd) return
          throw new Error('The archive ends in the middle of a file')
        }
        this.#rest = next.value
      }
      const part = this.#rest.subarray(0, missing)
      this.#rest = this.#rest.subarray(part.length)
      missing -= part.length
      yield part
    }
  }
}
