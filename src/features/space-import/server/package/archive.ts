import { createReadStream } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { openPromise, type Entry } from 'yauzl'
import { messageOf } from '#platform/message-of.ts'
import { badRequest, HttpError } from '#platform/server/http/errors.ts'

/** The files of an export: a zip file, or the folder that it was unpacked into. */
export interface Archive {
  /** Paths with `/`, without one at the beginning. */
  readonly names: readonly string[]
  /** Length of a file in bytes; undefined where there is none of that name. */
  size(name: string): number | undefined
  /** @throws HttpError 400 when there is none, or the archive is damaged */
  open(name: string): Promise<Readable>
  close(): void
}

/** Files of an archive; more are no export of a wiki but an attack. */
const MOST_FILES = 5_000_000
/** How much larger than the archive its files may be; the texts of real exports are packed to a tenth or so. */
const MOST_GROWTH = 200
/** Bytes of files that are unpacked however small they were. */
const ALWAYS_UNPACKED = 1024 ** 3

/** Bytes that packed files may have when they are unpacked. */
export const mostUnpacked = (packed: number): number => Math.max(ALWAYS_UNPACKED, packed * MOST_GROWTH)

export const growsTooMuch = (): HttpError =>
  badRequest('The archive is not an export of a wiki: unpacked, it is more than {{times}} times as large', {
    values: { times: MOST_GROWTH },
  })

/**
 * Opens a zip file or a folder. Files in a single folder of the archive, as some tools pack it, are found as if they
 * lay at the top.
 * @throws HttpError 400 when it is neither
 */
export async function openArchive(path: string): Promise<Archive> {
  const file = await stat(path)
  const found = file.isDirectory() ? await openFolder(path) : await openZip(path, file.size)
  const marker = found.names.find(name => /^[^/]+\/(?:entities\.xml|content\.csv(?:\.gz)?)$/.test(name))
  return marker === undefined ? found : within(found, `${marker.split('/')[0]}/`)
}

async function openZip(path: string, packed: number): Promise<Archive> {
  const entries = new Map<string, Entry>()
  let unpacked = 0
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch(() => {
    throw badRequest(
      'The file is no zip archive, or is damaged. Give the zip file as it was exported, or the folder that it was unpacked into. If the file is damaged, make the export again',
    )
  })
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue
      if (entry.isEncrypted())
        throw badRequest(
          'The zip file is encrypted. Unpack it by its password, and give the folder, or a zip file without one',
        )
      if (entries.size >= MOST_FILES) throw damaged(new Error(`more than ${MOST_FILES} files`))
      entries.set(entry.fileName, entry)
      unpacked += entry.uncompressedSize
    }
    if (unpacked > mostUnpacked(packed)) throw growsTooMuch()
  } catch (error) {
    zip.close()
    throw error instanceof HttpError ? error : damaged(error)
  }
  return {
    names: [...entries.keys()],
    size: name => entries.get(name)?.uncompressedSize,
    async open(name) {
      const entry = entries.get(name)
      if (!entry) throw noFile(name)
      return unpacking(() => zip.openReadStreamPromise(entry))
    },
    close: () => zip.close(),
  }
}

/** The bytes of a file of an archive. Those of a damaged one end with an error that says so. */
function unpacking(open: () => Promise<Readable>): Readable {
  async function* bytes() {
    try {
      yield* (await open()) as AsyncIterable<Buffer>
    } catch (error) {
      throw damaged(error)
    }
  }
  return Readable.from(bytes(), { objectMode: false })
}

async function openFolder(folder: string): Promise<Archive> {
  const root = await realpath(folder)
  const sizes = new Map<string, number>()
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    // Links could lead out of the folder.
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    sizes.set(relative(root, path).split(sep).join('/'), (await stat(path)).size)
  }
  return {
    names: [...sizes.keys()],
    size: name => sizes.get(name),
    async open(name) {
      if (!sizes.has(name)) throw noFile(name)
      return createReadStream(join(root, name))
    },
    close() {},
  }
}

function within(archive: Archive, folder: string): Archive {
  return {
    names: archive.names.flatMap(name => (name.startsWith(folder) ? name.slice(folder.length) : [])),
    size: name => archive.size(folder + name),
    open: name => archive.open(folder + name),
    close: () => archive.close(),
  }
}

function damaged(error: unknown): Error {
  return badRequest('The file is no zip archive, or is damaged: {{reason}}. Make the export again', {
    values: { reason: messageOf(error).replace(/\.$/, '') },
  })
}

function noFile(name: string): Error {
  return badRequest('The export lacks the file {{name}}', { values: { name } })
}
