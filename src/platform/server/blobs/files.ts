import { createHash } from 'node:crypto'
import { mkdir, open, opendir, rename, rm, stat, writeFile, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { DamagedBlob, type Blob, type BlobStore } from '../blobs.ts'
import { HttpError } from '../http/errors.ts'
import { isOfDeadProcess, temporaryName } from '../temporary-names.ts'
import { BlobSender, isMissing, openBlob } from './read.ts'

/** A temporary file of a process that cannot be asked about, unchanged for this long, is abandoned. */
export const STALE_TEMPORARY_MS = 60 * 60 * 1000
const PROBE_BYTES = 64 * 1024
const SHA256 = /^[0-9a-f]{64}$/

/**
 * Blobs as files under `<home>/blobs/ab/cd/<sha256>`. Uploads are written under `<home>/blobs/tmp`, the same file
 * system, so that the rename is atomic: a blob is there as a whole or not at all.
 */
export async function openFileStore(home: string): Promise<BlobStore> {
  const root = join(home, 'blobs')
  const temporary = join(root, 'tmp')
  await mkdir(temporary, { recursive: true, mode: 0o750 })
  await removeAbandoned(temporary)
  const sender = new BlobSender()

  const pathOf = (sha256: string): string => {
    // The address may come from a request; nothing but a digest may become part of a path.
    if (!SHA256.test(sha256)) throw new Error(`Not the address of a blob: ${sha256.slice(0, 80)}`)
    return join(root, sha256.slice(0, 2), sha256.slice(2, 4), sha256)
  }

  return {
    async put(bytes, { maxSize }) {
      const name = join(temporary, temporaryName())
      try {
        const blob = await writeSynced(name, bytes, maxSize)
        await moveIntoPlace(name, pathOf(blob.sha256), root)
        return blob
      } catch (error) {
        await rm(name, { force: true })
        throw error
      }
    },

    async open(sha256, range) {
      if (range && !(range.start >= 0 && range.end >= range.start))
        throw new Error(`Not a range: ${range.start}-${range.end}`)
      return openBlob(pathOf(sha256), sha256, range)
    },

    send: async (sha256, range) => sender.send(pathOf(sha256), sha256, range),

    async has(sha256) {
      return (await sizeOf(pathOf(sha256))) !== undefined
    },

    size: async sha256 => sizeOf(pathOf(sha256)),

    async remove(sha256) {
      await rm(pathOf(sha256), { force: true })
    },

    list: () => blobsIn(root),

    async verify(sha256) {
      const path = pathOf(sha256)
      if ((await sizeOf(path)) === undefined) return 'missing'
      try {
        for await (const _ of await openBlob(path, sha256));
        return 'ok'
      } catch (error) {
        // A bad sector is damage like any other.
        if (error instanceof DamagedBlob || (error as { code?: unknown }).code === 'EIO') return 'damaged'
        throw error
      }
    },

    removeAbandoned: () => removeAbandoned(temporary),

    checkWritable: () => checkWritable(temporary),
  }
}

/** Writes the stream to a new file and syncs it. @throws HttpError 413 past `maxSize`. */
async function writeSynced(name: string, bytes: Readable, maxSize: number): Promise<Blob> {
  const handle = await open(name, 'wx', 0o640)
  try {
    const hash = createHash('sha256')
    let size = 0
    // Destroying a request's stream would close the connection before the refusal is sent.
    for await (const chunk of bytes.iterator({ destroyOnReturn: false })) {
      const buffer = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Buffer)
      size += buffer.length
      if (size > maxSize) break
      hash.update(buffer)
      await writeAll(handle, buffer)
    }
    // Only now: a stream that is iterated over does not resume.
    if (size > maxSize) throw tooLarge(bytes, maxSize)
    await handle.sync()
    return { sha256: hash.digest('hex'), size }
  } finally {
    await handle.close()
  }
}

function tooLarge(bytes: Readable, maxSize: number): HttpError {
  // The rest is read and dropped, so that a form's parser, or the client, gets as far as our answer.
  bytes.on('error', () => {})
  bytes.resume()
  return fileTooLarge(maxSize)
}

/** The refusal of a file of more than `maxSize` bytes, for callers that know the length beforehand. */
export function fileTooLarge(maxSize: number): HttpError {
  return new HttpError(413, 'The file is larger than the {{size}} that this site accepts', {
    values: { size: describeSize(maxSize) },
  })
}

function describeSize(bytes: number): string {
  const units: [number, string][] = [
    [2 ** 30, 'GB'],
    [2 ** 20, 'MB'],
    [2 ** 10, 'KB'],
  ]
  const [divisor, unit] = units.find(([size]) => bytes >= size) ?? [1, 'bytes']
  return `${Math.round((bytes / divisor) * 10) / 10} ${unit}`
}

async function writeAll(handle: FileHandle, buffer: Buffer): Promise<void> {
  for (let done = 0; done < buffer.length;) {
    const { bytesWritten } = await handle.write(buffer, done, buffer.length - done)
    done += bytesWritten
  }
}

/**
 * Renames over a blob that is already there: its bytes are the same or damaged, and its new age protects it from a
 * collector of unused blobs away from it.
 */
async function moveIntoPlace(name: string, path: string, root: string): Promise<void> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o750 })
  try {
    await rename(name, path)
  } catch (error) {
    // Windows does not replace a file that is being read; the bytes are there, which is all that matters.
    if (process.platform !== 'win32' || (await sizeOf(path)) === undefined) throw error
    await rm(name, { force: true })
  }
  // The folders may be new, made by us or by an upload beside us.
  await Promise.all([folder, dirname(folder), root].map(syncFolder))
}

/** Makes names in a folder durable. Windows cannot and need not. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function removeAbandoned(folder: string): Promise<void> {
  for await (const entry of await opendir(folder)) {
    const path = join(folder, entry.name)
    const facts = await statOf(path)
    if (facts && (isOfDeadProcess(entry.name) || Date.now() - facts.mtimeMs > STALE_TEMPORARY_MS))
      await rm(path, { force: true })
  }
}

async function checkWritable(folder: string): Promise<void> {
  const path = join(folder, temporaryName())
  try {
    // An empty file can be made on a full disk.
    await writeFile(path, Buffer.alloc(PROBE_BYTES), { flag: 'wx', mode: 0o640, flush: true })
  } finally {
    await rm(path, { force: true })
  }
}

async function* blobsIn(root: string): AsyncIterable<Blob & { modifiedAt: number }> {
  for await (const first of directoriesOf(root)) {
    for await (const second of directoriesOf(join(root, first))) {
      for await (const entry of await opendir(join(root, first, second))) {
        if (!entry.isFile() || !SHA256.test(entry.name)) continue
        const facts = await statOf(join(root, first, second, entry.name))
        if (facts) yield { sha256: entry.name, size: facts.size, modifiedAt: Math.floor(facts.mtimeMs) }
      }
    }
  }
}

async function* directoriesOf(path: string): AsyncIterable<string> {
  for await (const entry of await opendir(path)) if (entry.isDirectory() && entry.name.length === 2) yield entry.name
}

async function sizeOf(path: string): Promise<number | undefined> {
  return (await statOf(path))?.size
}

async function statOf(path: string): Promise<{ size: number; mtimeMs: number } | undefined> {
  try {
    return await stat(path)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
