import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { BrokenRequests } from './broken-requests.ts'
import { errorPage, PROGRAM_PATH, refusedFormPage, takesHtml } from './error-page.ts'
import { XsrfError } from './xsrf.ts'
import { BROKEN_OFF, errorBody, HttpError } from './errors.ts'
import { outageOf } from './outages.ts'
import { JSON_TYPE } from './http.ts'
import { pathOf } from './path-of.ts'
import { securityHeaders } from './security-headers.ts'
import { asksForWebSocket } from './web-sockets.ts'

/** Largest JSON or form body unless a call says otherwise. */
export const DEFAULT_BODY_LIMIT = 1024 * 1024
/** Longest placeholder of a path, in characters. */
const MAX_PART_OF_PATH = 2000
const REQUEST_TIMEOUT_MS = 60 * 60 * 1000
const HEADERS_TIMEOUT_MS = 30 * 1000
const SLOW_REQUEST_MS = 1000
const WORDS = { error: 'request failed', warn: 'slow request', debug: 'request' } as const
const REQUEST_ID = /^[\w-]{8,64}$/

/** The HTTP server without any call: parsing, limits, error shape, request ids, security headers. */
export async function createFastify(config: Config, log: Log): Promise<FastifyInstance> {
  const broken = new BrokenRequests(log)
  const app = fastify({
    clientErrorHandler: broken.answer,
    // Answered by our error handler, in the shape of all errors.
    http: { requireHostHeader: false, shouldUpgradeCallback: asksForWebSocket },
    loggerInstance: log as FastifyBaseLogger,
    // One line a request, when it ends; see below.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: DEFAULT_BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: trustedProxies(config.trustProxy),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: true,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PART_OF_PATH, caseSensitive: true },
    genReqId: request => {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
    },
    rewriteUrl: request => normalisePath(request.url ?? '/'),
    // Contracts check what calls are sent (http.ts). Without these, each start loads a compiler of JSON Schema.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    frameworkErrors: answerBadAddress,
  })
  broken.watch(app)
  app.server.headersTimeout = HEADERS_TIMEOUT_MS
  readBodies(app)
  answerErrors(app)
  securityHeaders(app, config)
  // Hooks of every request are of the callback kind: a promise for each would be a good part of a short answer's time.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done(faultOf(request))
  })
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(log, request, reply)
    done()
  })
  await app.register(cookie)
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fieldSize: DEFAULT_BODY_LIMIT, fields: 100, files: 100, parts: 200 },
  })
  return app
}

function noSchemas(): never {
  throw new Error('Calls have contracts, and no schemas of Fastify')
}

/** Addresses that cannot be decoded, or are too long, reach no route, and so no error handler. */
function answerBadAddress(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const status = error.statusCode ?? 400
  const text = {
    key:
      error.code === 'FST_ERR_MAX_PARAM_LENGTH'
        ? 'A part of the address is longer than {{most}} characters'
        : 'The address is not encoded as it should be: % and two hex digits, in UTF-8',
    values: { most: MAX_PART_OF_PATH },
    forPrograms: true,
  }
  void reply
    .code(status)
    .header('content-type', JSON_TYPE)
    .header('x-request-id', request.id)
    .send(JSON.stringify(errorBody({ status, text })))
}

/** The error of a request before anything of it is read. */
function faultOf({ raw, url }: FastifyRequest): HttpError | undefined {
  if (raw.headers.host === undefined && raw.httpVersion !== '1.0')
    return new HttpError(400, 'The header Host is missing, which HTTP/1.1 asks for', { forPrograms: true })
  // PostgreSQL stores no text with a null character.
  if (url.includes('%00')) return new HttpError(400, 'The address holds a null character', { forPrograms: true })
  return undefined
}

function logRequest(log: Log, request: FastifyRequest, reply: FastifyReply): void {
  const milliseconds = Math.round(reply.elapsedTime)
  const level = isFault(reply.statusCode) ? 'error' : milliseconds >= SLOW_REQUEST_MS ? 'warn' : 'debug'
  if (!log.isLevelEnabled(level)) return
  log[level](
    {
      requestId: request.id,
      method: request.method,
      path: pathOf(request),
      status: reply.statusCode,
      milliseconds,
      user: request.authentication?.viewer.username,
    },
    WORDS[level],
  )
}

/**
 * A number alone is given as a function: the library would trust no proxy, since it cannot know which clients connect
 * past the proxies.
 */
function trustedProxies(trusted: Config['trustProxy']): false | string[] | ((address: string, hop: number) => boolean) {
  return typeof trusted === 'number' ? (_address, hop) => hop < trusted : trusted
}

/** The scheme and host of a request target in absolute form, which every server has to accept (RFC 9112, 3.2.2). */
const ORIGIN = /^https?:\/\/[^/?#]*/i

/**
 * Repeated slashes collapse, and the `/wiki` prefix of the newer product's clients is taken off, so that both address
 * the same calls.
 */
export function normalisePath(url: string): string {
  const mark = url.indexOf('?')
  const query = mark < 0 ? '' : url.slice(mark)
  let path = mark < 0 ? url : url.slice(0, mark)
  if (!path.startsWith('/')) path = `/${path.replace(ORIGIN, '')}`
  if (path.includes('//')) path = path.replace(/\/{2,}/g, '/')
  if (path === '/wiki' || path.startsWith('/wiki/')) path = path.slice(5) || '/'
  return path + query
}

function readBodies(app: FastifyInstance): void {
  // Clients send an empty body with a JSON content type; that is not an error.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(/^application\/(?:[\w.-]+\+)?json/, { parseAs: 'string' }, (request, body, done) => {
    const text = body as string
    if (text.trim() === '') return done(null, undefined)
    void parseJson(request, text, (error, value) => {
      if (error)
        done(
          new HttpError(400, 'The body is not valid JSON: {{reason}}', {
            values: { reason: error.message },
            forPrograms: true,
          }),
          undefined,
        )
      else if (SUSPICIOUS.test(text) && !isText(value))
        done(
          new HttpError(400, 'The body holds a null character or half of a surrogate pair', {
            forPrograms: true,
          }),
          undefined,
        )
      else done(null, value)
    })
  })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    const text = body as string
    if (/%00|\0/.test(text))
      done(
        new HttpError(400, 'The form holds a null character', {
          forPrograms: true,
        }),
        undefined,
      )
    else done(null, fieldsOf(new URLSearchParams(text)))
  })
  // Anything else reaches the handler as a stream, so that uploads are never held in memory.
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
}

/** Escapes that may decode to what is no text: a null character, or half of a surrogate pair. */
const SUSPICIOUS = /\\u(?:0000|[dD][89a-fA-F])/

/**
 * Whether every string and name in a parsed body is text that both databases keep as it is. Does not recurse: bodies
 * may be deep.
 */
function isText(body: unknown): boolean {
  const rest = [body]
  while (rest.length > 0) {
    const value = rest.pop()
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) return false
    if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) rest.push(name, inner)
  }
  return true
}

/** Repeated fields become lists. */
function fieldsOf(search: URLSearchParams): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>
  for (const [name, value] of search) {
    const before = fields[name]
    if (before === undefined) fields[name] = value
    else if (Array.isArray(before)) before.push(value)
    else fields[name] = [before, value]
  }
  return fields
}

/** 501 says that something is not there yet: nothing went wrong. */
function isFault(status: number): boolean {
  return status >= 500 && status !== 501
}

function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const described = describe(error, request)
    const { status, headers } = described
    if (status === BROKEN_OFF)
      request.log.info(
        { requestId: request.id, path: pathOf(request) },
        'the client broke off before its request had arrived',
      )
    if (isFault(status))
      request.log.error({ err: error, requestId: request.id, path: pathOf(request) }, 'unexpected error')
    void reply.code(status).headers(headers)
    if (status >= 500 && takesHtml(request) && !PROGRAM_PATH.test(request.url)) {
      return reply
        .headers({ 'content-type': 'text/html;charset=UTF-8', 'cache-control': 'no-store' })
        .send(errorPage(request, status))
    }
    if (described instanceof XsrfError && takesHtml(request) && !PROGRAM_PATH.test(request.url))
      return reply
        .headers({ 'content-type': 'text/html;charset=UTF-8', 'cache-control': 'no-store' })
        .send(refusedFormPage(request, described.addresses))
    void reply.header('content-type', JSON_TYPE)
    return reply.send(JSON.stringify(errorBody(described)))
  })
}

function describe(error: unknown, request: FastifyRequest): HttpError {
  // Any later failure is for want of the rest, and is no fault of ours.
  if (request.raw.destroyed && !request.raw.complete)
    return new HttpError(BROKEN_OFF, 'The request broke off', { forPrograms: true })
  if (error instanceof HttpError) return error
  const { statusCode, message, code } = error as { statusCode?: number; message?: string; code?: unknown }
  const outage = outageOf(error)
  if (outage) return outage
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new HttpError(413, 'The body is larger than the {{most}} bytes that this call takes', {
      values: { most: request.routeOptions.bodyLimit },
      forPrograms: true,
    })
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new HttpError(statusCode, message ?? '', { forPrograms: true })
  }
  // Internal errors are for the log, not for the client.
  return new HttpError(
    500,
    'An unexpected error occurred. The request id in the header X-Request-Id finds it in the log.',
    { forPrograms: true },
  )
}
