import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { App } from '#platform/server/app.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import { isFresh } from '#platform/server/http/fresh.ts'
import { Answer } from '#platform/server/http/http.ts'
import { fileHeaders, type NamedFile } from './headers.ts'
import { readRange } from './range.ts'

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
    const { 'content-type': _type, 'content-disposition': _disposition, ...kept } = headers
    return new Answer(304, kept, null)
  }
  const range = mayRange(request, etag, modified) ? readRange(request.headers.range, file.size) : undefined
  if (range === 'unsatisfiable') {
    throw new HttpError(416, `Range: the file has ${file.size} bytes`, { headers: { 'content-range': `bytes */${file.size}` } })
  }
  const length = range ? range.end - range.start + 1 : file.size
  headers['content-length'] = String(length)
  if (range) headers['content-range'] = `bytes ${range.start}-${range.end}/${file.size}`
  // A stream even where there is nothing to send: the length of a HEAD answer is then the one above.
  const body = request.method === 'HEAD' || length === 0 ? Readable.from([]) : await app.blobs.open(file.sha256, range)
  return new Answer(range ? 206 : 200, headers, body)
}

/** With `If-Range`, a part is sent only if the client's other part is of the same file. */
function mayRange(request: FastifyRequest, etag: string, modified: number): boolean {
  const condition = request.headers['if-range']
  if (condition === undefined) return true
  if (typeof condition !== 'string') return false
  return condition.includes('"') ? condition.trim() === etag : Date.parse(condition) === modified
}
