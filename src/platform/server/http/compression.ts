import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, type ZlibOptions } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'
import { shareRunning } from '../share-running.ts'
import { isFresh } from './fresh.ts'

/** The first of those that the client weighs alike is sent. */
const ENCODINGS = ['br', 'gzip'] as const
type Encoding = (typeof ENCODINGS)[number]

/** Smaller bodies fit into one packet either way. */
const MIN_BYTES = 1024
/** Memory for compressed bodies of what is asked for again and again. */
const CACHE_BYTES = 8 * 1024 * 1024
/** Dynamic bodies are compressed while a client waits: beyond these levels the time grows faster than the gain. */
const BROTLI_LEVEL = 4
const GZIP_LEVEL = 4
const TEXT = /^(?:text\/|image\/svg\+xml|application\/(?:[\w.-]+\+)?(?:json|xml|javascript))/i

const brotliAsync = promisify(brotliCompress)
const gzipAsync: (body: Buffer, options: ZlibOptions) => Promise<Buffer> = promisify(gzip)

const compressors: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: body =>
    brotliAsync(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: body => gzipAsync(body, { level: GZIP_LEVEL }),
}

/**
 * Conditional answers and compression for every call.
 *
 * - A `GET` whose ETag the client already has becomes 304 without a body.
 * - Texts above 1 KB leave as Brotli or gzip if the client takes it, compressed on the thread pool. Those that carry an
 *   ETag are served more than once: their compressed form is cached by a digest of the body (not by the ETag, which
 *   two addresses may share).
 * - Streams, what is sent in parts on request (a part is one of the plain bytes) and what is encoded already are left
 *   alone.
 */
export function compression(app: FastifyInstance): void {
  const cache = new LRUCache<string, Buffer>({ maxSize: CACHE_BYTES, sizeCalculation: body => body.length + 200 })
  const running = new Map<string, Promise<Buffer>>()

  const cachedOrCompressed = async (encoding: Encoding, body: Buffer): Promise<Buffer> => {
    const key = `${encoding}:${hash('sha256', body, 'base64')}`
    return (
      cache.get(key) ??
      shareRunning(running, key, async () => {
        // Copied: what zlib gives is the beginning of a buffer that is several times larger.
        const compressed = Buffer.from(await compressors[encoding](body))
        cache.set(key, compressed)
        return compressed
      })
    )
  }

  const compress = async (reply: FastifyReply, encoding: Encoding, body: Buffer): Promise<Buffer> => {
    const etag = reply.getHeader('etag')
    const compressed = await (etag === undefined ? compressors[encoding](body) : cachedOrCompressed(encoding, body))
    if (compressed.length >= body.length) return body
    reply.header('content-encoding', encoding).removeHeader('content-length')
    // The bytes differ from those of the plain answer, the meaning does not: that is what a weak ETag says.
    if (typeof etag === 'string' && !etag.startsWith('W/')) reply.header('etag', `W/${etag}`)
    return compressed
  }

  app.addHook('onSend', (request, reply, payload, done) => {
    const compressible = mayCompress(reply, payload)
    if (compressible) varyByEncoding(reply)
    if (reply.statusCode === 200 && isFresh(request, reply.getHeaders())) {
      if (isStream(payload)) payload.destroy()
      reply.code(304).removeHeader('content-length').removeHeader('content-type')
      done(null, null)
      return
    }
    const encoding =
      compressible && request.method !== 'HEAD'
        ? new Negotiator(request).encoding(ENCODINGS, { preferred: ENCODINGS })
        : undefined
    if (!encoding || !compressible) {
      done(null, payload)
      return
    }
    void answerWith(compress(reply, encoding, Buffer.isBuffer(payload) ? payload : Buffer.from(payload)), done)
  })
}

/** The hook is of the callback kind, so that answers that are not compressed do not pay for a promise. */
async function answerWith(body: Promise<Buffer>, done: (error: Error | null, body?: Buffer) => void): Promise<void> {
  let compressed: Buffer
  try {
    compressed = await body
  } catch (error) {
    done(error as Error)
    return
  }
  done(null, compressed)
}

function isStream(payload: unknown): payload is NodeJS.ReadableStream & { destroy(): void } {
  return (
    typeof payload === 'object' && payload !== null && 'destroy' in payload && typeof payload.destroy === 'function'
  )
}

function mayCompress(reply: FastifyReply, payload: unknown): payload is string | Buffer {
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return false
  if (payload.length < MIN_BYTES || reply.statusCode === 206) return false
  const type = reply.getHeader('content-type')
  if (typeof type !== 'string' || !TEXT.test(type)) return false
  if (reply.hasHeader('content-encoding') || reply.hasHeader('accept-ranges')) return false
  return !String(reply.getHeader('cache-control') ?? '').includes('no-transform')
}

function varyByEncoding(reply: FastifyReply): void {
  const before = reply.getHeader('vary')
  if (before === undefined) reply.header('vary', 'Accept-Encoding')
  else if (!/(?:^|,)\s*(?:\*|accept-encoding)\s*(?:,|$)/i.test(String(before)))
    reply.header('vary', `${String(before)}, Accept-Encoding`)
}
