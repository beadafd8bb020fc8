import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { App } from '#platform/server/app.ts'
import { badRequest } from '#platform/server/http/errors.ts'
import { MOST_EXPORT_BYTES } from '#features/space-import/server/index.ts'
import { backupFiles, backupFolder, SITE_FILE } from './files.ts'

/** Bytes of the form around the file. */
const FORM_BYTES = 64 * 1024
/** First bytes of a zip file (APPNOTE.TXT, 4.3.7). */
const ZIP_START = Buffer.from('PK\u0003\u0004')

/** An export that is stored to be restored. */
export interface RestoreFile {
  readonly name: string
  readonly sha256: string
  readonly size: number
}

/**
 * Stores a copy of a file in the folder of backups, so that a job on any server can read it.
 * @throws HttpError 400 if it is not there, or is no zip file
 */
export async function fileInFolder(app: App, name: string): Promise<RestoreFile> {
  if (name.endsWith(SITE_FILE))
    throw badRequest('is a backup of the whole wiki, which is restored on the server: oxbow restore', {
      field: 'fileName',
      forPrograms: true,
    })
  // Only names that are listed: no path leads out of the folder.
  const file = (await backupFiles(app)).find(candidate => candidate.name === name)
  if (!file)
    throw badRequest('there is no zip file of this name in the folder "backups" of the server', {
      field: 'fileName',
      forPrograms: true,
    })
  return store(app, name, createReadStream(join(backupFolder(app), name)))
}

/** Stores the part `file` of a multipart post. @throws HttpError 400 if there is none, or it is no zip file; 413 */
export async function uploadedFile(app: App, request: FastifyRequest): Promise<RestoreFile> {
  if (!request.isMultipart())
    throw badRequest('send the file as multipart/form-data in a part named file', { field: 'body', forPrograms: true })
  const part = await request.file({ limits: { fileSize: MOST_EXPORT_BYTES + FORM_BYTES, files: 1, fields: 10 } })
  if (!part) throw badRequest('a part named file is needed', { field: 'body', forPrograms: true })
  try {
    return await store(app, part.filename || 'upload.zip', part.file)
  } catch (error) {
    // The rest is read and dropped: unread, it would hold up the next request of the connection.
    request.raw.unpipe()
    request.raw.resume()
    throw error
  }
}

async function store(app: App, name: string, source: Readable): Promise<RestoreFile> {
  const { sha256, size } = await app.blobs.put(Readable.from(zipBytes(source), { objectMode: false }), {
    maxSize: MOST_EXPORT_BYTES,
  })
  return { name, sha256, size }
}

/** The same bytes. @throws HttpError 400 if they are not those of a zip file, before anything is stored */
async function* zipBytes(source: Readable): AsyncGenerator<Buffer> {
  let start: Buffer | undefined = Buffer.alloc(0)
  for await (const piece of source as AsyncIterable<Buffer>) {
    if (start === undefined) {
      yield piece
      continue
    }
    start = Buffer.concat([start, piece])
    if (start.length < ZIP_START.length) continue
    if (!start.subarray(0, ZIP_START.length).equals(ZIP_START)) throw noZip()
    yield start
    start = undefined
  }
  if (start !== undefined) throw noZip()
}

function noZip(): Error {
  return badRequest('the file is not a zip file', { field: 'file', forPrograms: true })
}
