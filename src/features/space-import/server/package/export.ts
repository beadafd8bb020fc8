import { createHash, type Hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { badRequest } from '#platform/server/http/errors.ts'
import { openArchive, type Archive } from './archive.ts'
import { readDescriptor } from './descriptor.ts'
import { noNotes, type ReadingNotes } from './encoding.ts'
import { readEntities } from './entities.ts'
import { Staging } from './staging-store.ts'
import { hasTables, readTables } from './tables.ts'

const ENTITIES = 'entities.xml'
/** Folder of attachments. */
const FILES = 'attachments/'

/** An export whose objects have been read. */
export interface OpenExport {
  readonly archive: Archive
  readonly descriptor: ReadonlyMap<string, string>
  readonly objects: Staging
  /** SHA-256 of its objects and of the names and sizes of its files, by which an export is known again. */
  readonly fingerprint: string
  /** How `entities.xml` was read. */
  readonly notes: ReadingNotes
  close(): Promise<void>
}

/**
 * Opens an export as far as to see that it is one.
 * @throws HttpError 400 when it is none
 */
export async function requireExport(path: string): Promise<void> {
  const archive = await openArchive(path)
  try {
    requireObjects(archive)
  } finally {
    archive.close()
  }
}

function requireObjects(archive: Archive): void {
  if (archive.size(ENTITIES) === undefined && !hasTables(archive))
    throw badRequest(
      'This is no export of a space: it holds neither entities.xml nor content.csv. Export the space as XML, with attachments',
    )
}

/**
 * Opens an export of a space or a whole site, and reads its objects.
 * @param path of the zip file, or of the folder that it was unpacked into
 * @param folder for the temporary file
 * @throws HttpError 400 when it is none, or is damaged
 */
export async function openExport(path: string, folder: string): Promise<OpenExport> {
  const archive = await openArchive(path)
  let objects: Staging | undefined
  try {
    requireObjects(archive)
    const descriptor = await readDescriptor(archive)
    objects = await Staging.open(folder)
    const hash = createHash('sha256')
    const notes = noNotes()
    const source: Archive = { ...archive, open: async name => hashed(await archive.open(name), hash) }
    if (archive.size(ENTITIES) !== undefined) await objects.fill(readEntities(await source.open(ENTITIES), notes))
    else await objects.fill(readTables(source))
    const files = archive.names.filter(name => name.startsWith(FILES)).toSorted()
    for (const name of files) hash.update(`${name} ${archive.size(name)}\n`)
    return {
      archive,
      descriptor,
      objects,
      fingerprint: hash.digest('hex'),
      notes,
      async close() {
        archive.close()
        await objects?.close()
      },
    }
  } catch (error) {
    archive.close()
    await objects?.close()
    throw error
  }
}

function hashed(source: Readable, hash: Hash): Readable {
  async function* bytes() {
    for await (const piece of source as AsyncIterable<Buffer>) {
      hash.update(piece)
      yield piece
    }
  }
  return Readable.from(bytes(), { objectMode: false })
}
