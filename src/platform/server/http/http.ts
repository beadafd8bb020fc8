import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '../../contract.ts'
import type { App } from '../app.ts'
import type { Authentication, Context } from '../context.ts'
import { refuseWhileReadOnly } from './access-mode.ts'
import { AnswerMemory, type Varies } from './answer-memory.ts'
import { CacheableRequest } from './cacheable-request.ts'
import { badRequest, HttpError, parsed } from './errors.ts'
import { EventLoopTurns } from './event-loop-turns.ts'
import { checkXsrf } from './xsrf.ts'

/** One validated call: who asks, and what they sent. */
export interface Call<E> {
  readonly ctx: Context
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Any answer that is not the JSON of a value: a page, a redirect, a file. */
export class Answer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string | Buffer | NodeJS.ReadableStream | null
  /**
   * Runs each time that the answer is served, from the cache too, for what must happen every time (a visit is counted).
   * Must not wait for anything, nor hold much: it is kept with the answer.
   */
  readonly onServe: ((ctx: Context) => void) | undefined

  constructor(status: number, headers: Record<string, string>, body: Answer['body'], onServe?: (ctx: Context) => void) {
    this.status = status
    this.headers = headers
    this.body = body
    this.onServe = onServe
  }

  static html(body: string | Buffer, status = 200, headers: Record<string, string> = {}): Answer {
    return new Answer(status, { 'content-type': HTML_TYPE, ...headers }, body)
  }

  static json(body: unknown, status = 200, headers: Record<string, string> = {}): Answer {
    return new Answer(status, { 'content-type': JSON_TYPE, ...headers }, JSON.stringify(body))
  }

  /** Sends the browser elsewhere in the wiki. `location` must be a path of ours. */
  static redirect(location: string, status: 301 | 302 | 303 = 302, headers: Record<string, string> = {}): Answer {
    return new Answer(status, { location, ...headers }, null)
  }

  static empty(status = 204): Answer {
    return new Answer(status, {}, null)
  }
}

export const HTML_TYPE = 'text/html;charset=UTF-8'
/** Exactly this spelling is compared by clients. */
export const JSON_TYPE = 'application/json;charset=UTF-8'

export type AnyEndpoint = Endpoint<z.ZodType, z.ZodType, z.ZodType, z.ZodType>
export type Handler<E> = (call: Call<E>) => Promise<ResponseOf<E> | Answer> | ResponseOf<E> | Answer
export type Authenticator = (request: FastifyRequest) => Promise<Authentication>

declare module 'fastify' {
  interface FastifyRequest {
    authentication: Authentication
    locale: string
  }
}

/** Registers calls. Each is validated by its contract before its handler runs. */
export class Http {
  readonly fastify: FastifyInstance
  /** Every registered contract, for the OpenAPI document. */
  readonly endpoints: AnyEndpoint[] = []
  /** Every address that is answered, aliases too. */
  readonly addresses: { method: AnyEndpoint['method']; path: string }[] = []
  /** The calls whose answers are cached. */
  readonly cached = new Map<AnyEndpoint, Varies>()
  #handlers = new Map<AnyEndpoint, Handler<AnyEndpoint>>()
  #app!: App
  #memory!: AnswerMemory
  readonly #turns = new EventLoopTurns()
  #authenticate: Authenticator | undefined

  constructor(fastify: FastifyInstance) {
    this.fastify = fastify
  }

  attach(app: App): void {
    this.#app = app
    this.#memory = new AnswerMemory(app.database)
  }

  /** Sets how requests prove who asks. The accounts feature does so, once. */
  authenticateBy(authenticator: Authenticator): void {
    this.#authenticate = authenticator
  }

  async authenticate(request: FastifyRequest): Promise<Authentication> {
    if (!this.#authenticate) throw new Error('No feature provides authentication')
    return this.#authenticate(request)
  }

  context(request: FastifyRequest): Context {
    return {
      app: this.#app,
      viewer: request.authentication.viewer,
      authentication: request.authentication,
      locale: request.locale,
      requestId: request.id,
    }
  }

  /**
   * Implements a call. `aliases` are further paths of the same call, e.g. an older prefix.
   * A handler returns the value of the contract's response, or an {@link Answer}. `remembered` caches answers until the
   * next commit ({@link AnswerMemory}): for reading calls that depend on the database, the reader, the address and the
   * cookies named there alone. An answer whose handler used anything else of the request is not cached; in tests it fails.
   */
  handle<E extends AnyEndpoint>(
    endpoint: E,
    handler: Handler<E>,
    options: { aliases?: readonly string[]; remembered?: Varies } = {},
  ): void {
    this.endpoints.push(endpoint)
    this.#handlers.set(endpoint, handler as unknown as Handler<AnyEndpoint>)
    if (options.remembered) this.cached.set(endpoint, options.remembered)
    for (const url of [endpoint.path, ...(options.aliases ?? [])]) {
      this.addresses.push({ method: endpoint.method, path: url })
      this.#instanceFor(endpoint, instance => instance.route({
        method: endpoint.method,
        url,
        ...(endpoint.bodyLimit ? { bodyLimit: endpoint.bodyLimit } : {}),
        handler: (request, reply) => this.#answer(endpoint, handler, options.remembered, request, reply),
      }))
    }
  }

  async #answer<E extends AnyEndpoint>(
    endpoint: E, handler: Handler<E>, remembered: Varies | undefined, request: FastifyRequest, reply: FastifyReply,
  ): Promise<FastifyReply> {
    checkXsrf(request, endpoint, this.#app.baseUrl)
    refuseWhileReadOnly(this.#app, endpoint)
    let memory = remembered ? await this.#memory.find(request, remembered) : undefined
    const turn = memory?.answer ? undefined : this.#turns.next()
    if (turn) {
      await turn
      // Others may have asked for the same meanwhile.
      if (remembered) memory = await this.#memory.find(request, remembered)
    }
    const ctx = this.context(request)
    if (memory?.answer) {
      memory.answer.onServe?.(ctx)
      return reply.code(memory.answer.status).headers(memory.answer.headers).send(memory.answer.body)
    }
    const cacheable = remembered && new CacheableRequest(request, reply, remembered.cookies)
    const work = () => handler({
      ctx,
      params: parse(endpoint.params, 'path', request.params),
      query: parse(endpoint.query, 'query', request.query),
      body: readBody(endpoint, request),
      request: cacheable?.request ?? request,
      reply: cacheable?.reply ?? reply,
    } as Call<E>)
    const answer = this.#asAnswer(endpoint, await (memory?.generation === undefined ? work() : this.#app.facts.during(memory.generation, work)))
    const { status, headers, body, onServe } = answer
    onServe?.(ctx)
    const isOfKey = cacheable && status === 200 && this.#isOfKey(endpoint, cacheable)
    if (!isOfKey || memory?.generation === undefined || !(typeof body === 'string' || Buffer.isBuffer(body))) return send(reply, answer)
    const sent = { status, headers, body: Buffer.isBuffer(body) ? body : Buffer.from(body), onServe }
    void this.#memory.keep(memory, sent)
    return reply.code(status).headers(headers).send(sent.body)
  }

  /** Whether all that the handler used is in the key of its answer. */
  #isOfKey(endpoint: AnyEndpoint, { outsideKey }: CacheableRequest): boolean {
    if (outsideKey.length > 0 && this.#app.config.validateResponses) {
      throw new Error(`${endpoint.method} ${endpoint.path} is cached and uses what is not in its key: ${outsideKey.join(', ')}`)
    }
    return outsideKey.length === 0
  }

  /** The value of a contract's response as the JSON that is sent; nothing, where it is undefined. */
  #asAnswer(endpoint: AnyEndpoint, result: unknown): Answer {
    if (result instanceof Answer) return result
    if (this.#app.config.validateResponses && endpoint.response) assertResponse(endpoint.response, endpoint, result)
    return result === undefined ? Answer.empty(endpoint.status ?? 200) : Answer.json(result, endpoint.status ?? 200)
  }

  /**
   * Runs a call that is registered here on behalf of another one, e.g. of an older interface that means the same: its
   * contract checks the input, its own policies hold for who sent the request.
   * @throws HttpError as the call itself
   */
  async invoke<E extends AnyEndpoint>(
    endpoint: E,
    input: { params?: unknown; query?: unknown; body?: unknown },
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  ): Promise<ResponseOf<E> | Answer> {
    const handler = this.#handlers.get(endpoint)
    if (!handler) throw new Error(`No feature handles ${endpoint.method} ${endpoint.path}`)
    refuseWhileReadOnly(this.#app, endpoint)
    const answer = await handler({
      ctx: this.context(request),
      params: parse(endpoint.params, 'path', input.params),
      query: parse(endpoint.query, 'query', input.query),
      body: parse(endpoint.body, 'body', input.body),
      request,
      reply,
    } as Call<AnyEndpoint>)
    return answer as ResponseOf<E> | Answer
  }

  /** Raw bytes reach their handler as a stream, whatever type they claim: a JSON file that is uploaded is not parsed. */
  #instanceFor(endpoint: AnyEndpoint, add: (instance: FastifyInstance) => void): void {
    if (endpoint.encoding !== 'bytes') return add(this.fastify)
    void this.fastify.register(async instance => {
      instance.removeAllContentTypeParsers()
      instance.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
      add(instance)
    })
  }
}

function send(reply: FastifyReply, answer: Answer): FastifyReply {
  reply.code(answer.status).headers(answer.headers)
  return answer.body === null ? reply.send() : reply.send(answer.body)
}

function parse(schema: z.ZodType | undefined, where: string, value: unknown): unknown {
  if (!schema) return value
  return parsed(schema, where, value ?? {})
}

function readBody(endpoint: AnyEndpoint, request: FastifyRequest): unknown {
  if (!endpoint.body) return request.body
  if (endpoint.encoding === 'form') {
    // Servlet manners: query and form parameters are one bag.
    const fields = typeof request.body === 'object' && request.body !== null ? request.body : {}
    return parse(endpoint.body, 'body', { ...(request.query as object), ...fields })
  }
  if (endpoint.encoding === 'multipart' || endpoint.encoding === 'bytes') return request.body
  // Of a type that nobody reads, or a form that is none of this call.
  const unread = () => new HttpError(415, 'The body is {{type}}; send JSON, with Content-Type: application/json', {
    values: { type: request.headers['content-type'] ?? 'of no type' }, forPrograms: true,
  })
  if (request.body instanceof Readable) throw unread()
  // Fields of a form would pass as JSON where none of them is required, and be lost: `curl -d` sends one unless told otherwise.
  if (request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') && hasFields(request.body)) throw unread()
  const isMissing = request.body === undefined || request.body === null
  if (isMissing && !endpoint.body.safeParse(request.body).success) {
    throw badRequest('a JSON body is required (Content-Type: application/json)', { field: 'body', forPrograms: true })
  }
  return parsed(endpoint.body, 'body', request.body)
}

function hasFields(body: unknown): boolean {
  return typeof body === 'object' && body !== null && Object.keys(body).length > 0
}

function assertResponse(schema: z.ZodType, endpoint: AnyEndpoint, value: unknown): void {
  const result = schema.safeParse(value)
  if (!result.success) {
    throw new Error(`${endpoint.method} ${endpoint.path} breaks its contract: ${JSON.stringify(result.error.issues.slice(0, 5))}`)
  }
}
