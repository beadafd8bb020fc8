import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { App } from '#platform/server/app.ts'
import { MissingBlob } from '#platform/server/blobs.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import { isFresh } from '#platform/server/http/fresh.ts'
import { Answer } from '#platform/server/http/http.ts'
import { pathOf } from '#platform/server/http/path-of.ts'
import { fileHeaders, type NamedFile } from './headers.ts'
import { readRange, type ByteRange } from './range.ts'

export interface ServedFile extends NamedFile {
  sha256: string
  /** Bytes. */
  size: number
  /** When these bytes became this version. */
  modifiedAt: number
  /** The address names this version and no other: its bytes never change. */
  immutable: boolean
  /** Saved, not shown, whatever its type. */
  forSaving?: boolean
}

const YEAR_S = 365 * 24 * 60 * 60

/**
 * Answers with a file, a range of it, or that the client has it already (RFC 9110, 13 and 14).
 * @throws HttpError 416 for a range past the end
 */
export async function fileAnswer(app: App, request: FastifyRequest, file: ServedFile): Promise<Answer> {
  const etag = `"${file.sha256}"`
  const modified = Math.floor(file.modifiedAt / 1000) * 1000
  const headers: Record<string, string> = {
    ...fileHeaders(file, file.forSaving ?? false),
    etag,
    'last-modified': new Date(modified).toUTCString(),
    'accept-ranges': 'bytes',
    'cache-control': file.immutable ? `private, max-age=${YEAR_S}, immutable` : 'private, no-cache',
    // One browser, two users: the second must not see what the first was allowed to.
    vary: 'Authorization, Cookie',
  }
  if (isFresh(request, headers)) {
    const { 'content-type': _type, 'content-disposition': _disposition, ...remaining } = headers
    return new Answer(304, remaining, null)
  }
  const range = mayRange(request, etag, modified) ? readRange(request.headers.range, file.size) : undefined
  if (range === 'unsatisfiable') {
    throw new HttpError(416, 'Range: the file has {{size}} bytes', {
      values: { size: file.size },
      forPrograms: true,
      headers: { 'content-range': `bytes */${file.size}` },
    })
  }
  const length = range ? range.end - range.start + 1 : file.size
  headers['content-length'] = String(length)
  if (range) headers['content-range'] = `bytes ${range.start}-${range.end}/${file.size}`
  return new Answer(range ? 206 : 200, headers, await bodyOf(app, request, file, range))
}

/**
 * A file that is sent whole is compared with its checksum on the way. A small one is before anything is sent; of a
 * larger one that is damaged the last piece never comes, so that the client sees that the download broke off. A part of
 * a file cannot be judged: the doctor finds its damage.
 * @throws MissingBlob, DamagedBlob
 */
async function bodyOf(
  app: App,
  request: FastifyRequest,
  { sha256, size }: ServedFile,
  range: ByteRange | undefined,
): Promise<Buffer | Readable> {
  try {
    if (request.method === 'HEAD' || size === 0) {
      if (!(await app.blobs.has(sha256))) throw new MissingBlob(sha256)
      // A stream even where there is nothing to send: the length of a HEAD answer is then that of the file.
      return Readable.from([])
    }
    const bytes = await app.blobs.send(sha256, range)
    if (Buffer.isBuffer(bytes)) return bytes
    return bytes.on('error', error => app.log.error({ err: error, path: pathOf(request) }, 'a download broke off'))
  } catch (error) {
    if (error instanceof MissingBlob) app.log.error({ err: error, path: pathOf(request) }, 'a stored file is missing')
    throw error
  }
}

/** With `If-Range`, a part is sent only if the client's other part is of the same file. */
function mayRange(request: FastifyRequest, etag: string, modified: number): boolean {
  const condition = request.headers['if-range']
  if (condition === undefined) return true
  if (typeof condition !== 'string') return false
  return condition.includes('"') ? condition.trim() === etag : Date.parse(condition) === modified
}
