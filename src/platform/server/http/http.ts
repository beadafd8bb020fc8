import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '../../contract.ts'
import type { App } from '../app.ts'
import type { Authentication, Context } from '../context.ts'
import type { CacheUse } from '../database/cache-use.ts'
import { recordSources } from '../database/sources.ts'
import { languageFor } from '../language.ts'
import { refuseWhileReadOnly } from './access-mode.ts'
import { asksForMarkdown } from './asks-for-markdown.ts'
import { answerPreflights, OPEN_TO_OTHER_SITES } from './cors.ts'
import { badRequest, HttpError, parsed } from './errors.ts'
import { EventLoopTurns } from './event-loop-turns.ts'
import { RequestPriority } from './request-priority.ts'
import { requireScope } from './read-only-token.ts'
import { type Lookup, ResponseCache } from './response-cache.ts'
import { WebSockets } from './web-sockets.ts'
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

/**
 * A call whose responses are cached. It is given what makes the key of its response and nothing else of the request.
 */
export interface CachedCall<E, Cookie extends string = never> {
  readonly ctx: Context
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly url: string
  readonly cookies: Readonly<Record<Cookie, string | undefined>>
  /** Whether the client asks for Markdown, which calls about pages answer with. */
  readonly asMarkdown: boolean
}

/** How the responses of a call are cached. */
export interface CacheOptions<Cookie extends string = never> {
  aliases?: readonly string[]
  /** Names of the cookies that the response depends on. */
  varies?: readonly Cookie[]
  /** Counts a call that no cached response answers, and may refuse it, such as a {@link rateLimited} function. */
  limit?: (request: FastifyRequest) => void
  /** The response for a call that failed, which is never cached; without it, the error as errors are sent. */
  onError?: (ctx: Context, request: FastifyRequest, error: unknown) => Promise<Answer>
}

/** Called when an answer is served, with its request. */
export type OnServe = (ctx: Context, request: FastifyRequest) => void

/** Any answer that is not the JSON of a value: a page, a redirect, a file. */
export class Answer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string | Buffer | NodeJS.ReadableStream | null
  /**
   * Runs each time that the answer is served, from the cache too, for what must happen every time (a visit is counted).
   * Must not wait for anything, nor hold much: it is cached with the response.
   */
  readonly onServe: OnServe | undefined

  constructor(status: number, headers: Record<string, string>, body: Answer['body'], onServe?: OnServe) {
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
export type CachedHandler<E, Cookie extends string = never> = (
  call: CachedCall<E, Cookie>,
) => Promise<ResponseOf<E> | Answer> | ResponseOf<E> | Answer
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
  /** The calls whose responses are cached, with the cookies that these depend on. */
  readonly cached = new Map<AnyEndpoint, readonly string[]>()
  /** The priority that requests have over background work. */
  readonly priority = new RequestPriority()
  #handlers = new Map<AnyEndpoint, Handler<AnyEndpoint>>()
  #app!: App
  #cache!: ResponseCache
  /** WebSockets beside the calls. */
  webSockets!: WebSockets
  readonly #turns = new EventLoopTurns()
  #authenticate: Authenticator | undefined

  readonly #answers: boolean

  /** @param options.answers false for a command without a server: contracts are registered, and no routes */
  constructor(fastify: FastifyInstance, { answers = true } = {}) {
    this.fastify = fastify
    this.#answers = answers
  }

  attach(app: App): void {
    this.#app = app
    this.#cache = new ResponseCache(app.database)
    this.webSockets = new WebSockets(this.fastify, error => app.log.error({ err: error }, 'upgrade failed'))
  }

  /** Sets how requests prove who asks. The accounts feature does so, once. */
  authenticateBy(authenticator: Authenticator): void {
    this.#authenticate = authenticator
  }

  async authenticate(request: FastifyRequest): Promise<Authentication> {
    if (!this.#authenticate) throw new Error('No feature provides authentication')
    return this.#authenticate(request)
  }

  /** Context of a request for a WebSocket, and of the connection while it lasts. @throws HttpError 401 */
  async contextOfUpgrade({ headers, url = '', socket }: IncomingMessage): Promise<Context> {
    const app = this.#app
    if (!app.peers.isAlone) app.database.refreshGeneration()
    // Such a request never gets to Fastify. These are all that authentication reads.
    const request = { headers, url, ip: socket.remoteAddress ?? '' } as FastifyRequest
    const authentication = await this.authenticate(request)
    const { viewer } = authentication
    return { app, viewer, authentication, locale: languageFor(app.settings, viewer.locale, headers['accept-language']) }
  }

  context(request: FastifyRequest): Context {
    return {
      app: this.#app,
      viewer: request.authentication.viewer,
      authentication: request.authentication,
      locale: request.locale,
    }
  }

  /** How often responses came from the cache. */
  get cacheUse(): CacheUse {
    return this.#cache.use
  }

  /**
   * Implements a call. `aliases` are further paths of the same call, e.g. an older prefix.
   * A handler returns the value of the contract's response, or an {@link Answer}.
   */
  handle<E extends AnyEndpoint>(
    endpoint: E,
    handler: Handler<E>,
    { aliases = [], onError }: Pick<CacheOptions, 'aliases' | 'onError'> = {},
  ): void {
    this.#handlers.set(endpoint, handler as unknown as Handler<AnyEndpoint>)
    this.#route(endpoint, aliases, async (ctx, request, reply) => {
      await this.#turns.next()
      const answer = async () =>
        this.#asAnswer(endpoint, await handler({ ...input(endpoint, request), ctx, request, reply } as Call<E>))
      return this.#app.facts.duringWrite(() => orElse(answer, ctx, request, onError))
    })
  }

  /**
   * Implements a call that only reads, and caches its responses until something is committed that changes one of their
   * sources ({@link ResponseCache}).
   * Work that must happen each time that one is served is its {@link Answer.onServe}.
   */
  handleCached<E extends AnyEndpoint, const Cookie extends string = never>(
    endpoint: E,
    handler: CachedHandler<E, Cookie>,
    { aliases = [], varies = [], limit, onError }: CacheOptions<Cookie> = {},
  ): void {
    const run = (ctx: Context, request: FastifyRequest, { params, query }: Pick<Call<E>, 'params' | 'query'>) => {
      limit?.(request)
      const cookies = Object.fromEntries(varies.map(name => [name, request.cookies[name]]))
      return handler({
        ctx,
        params,
        query,
        url: request.url,
        cookies: cookies as Record<Cookie, string | undefined>,
        asMarkdown: asksForMarkdown(request),
      })
    }
    this.cached.set(endpoint, varies)
    this.#handlers.set(endpoint, ({ ctx, request, ...given }) => run(ctx, request, given as unknown as Call<E>))
    this.#route(endpoint, aliases, async (ctx, request) => {
      const lookup = await this.#find(request, varies)
      if (lookup.hit) return lookup.hit
      const answer = async () => this.#asAnswer(endpoint, await run(ctx, request, input(endpoint, request) as Call<E>))
      const { value, sources } = await recordSources(() =>
        this.#app.facts.during(lookup.generation, () => orElse(answer, ctx, request, onError)),
      )
      const sent = asBytes(value)
      void this.#cache.store(lookup, sent, sources)
      return sent
    })
  }

  /** Looks up the response to a request, again once it is its turn: others may have made it meanwhile. */
  async #find(request: FastifyRequest, varies: readonly string[]): Promise<Lookup> {
    let lookup = await this.#cache.find(request, varies)
    const turn = lookup.hit ? undefined : this.#turns.next()
    if (turn) {
      await turn
      lookup = await this.#cache.find(request, varies)
    }
    this.#cache.use.count(lookup.hit !== undefined)
    return lookup
  }

  #route(
    endpoint: AnyEndpoint,
    aliases: readonly string[],
    answer: (ctx: Context, request: FastifyRequest, reply: FastifyReply) => Promise<Answer>,
  ): void {
    this.endpoints.push(endpoint)
    for (const url of [endpoint.path, ...aliases]) {
      this.addresses.push({ method: endpoint.method, path: url })
      if (!this.#answers) continue
      if (endpoint.openToOtherSites) answerPreflights(this.fastify, endpoint, url)
      this.#instanceFor(endpoint, instance =>
        instance.route({
          method: endpoint.method,
          url,
          ...(endpoint.bodyLimit ? { bodyLimit: endpoint.bodyLimit } : {}),
          // No rights that a page of another site could use.
          ...(endpoint.openToOtherSites ? { config: { anonymous: true } } : {}),
          handler: async (request, reply) => {
            if (endpoint.openToOtherSites) reply.headers(OPEN_TO_OTHER_SITES)
            checkXsrf(request, endpoint, this.#app.baseUrl)
            refuseWhileReadOnly(this.#app, endpoint)
            requireScope(request.authentication, endpoint)
            const ctx = this.context(request)
            const answered = await answer(ctx, request, reply)
            answered.onServe?.(ctx, request)
            return send(reply, answered)
          },
        }),
      )
    }
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
    requireScope(request.authentication, endpoint)
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

  /**
   * Raw bytes reach their handler as a stream, whatever type they claim: a JSON file that is uploaded is not parsed.
   */
  #instanceFor(endpoint: AnyEndpoint, add: (instance: FastifyInstance) => void): void {
    if (endpoint.encoding !== 'bytes') return add(this.fastify)
    void this.fastify.register(async instance => {
      instance.removeAllContentTypeParsers()
      instance.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
      add(instance)
    })
  }
}

/** The answer of a call, or that of `onError` if it fails. */
async function orElse(
  answer: () => Promise<Answer>,
  ctx: Context,
  request: FastifyRequest,
  onError: CacheOptions['onError'],
): Promise<Answer> {
  if (!onError) return answer()
  return answer().catch((error: unknown) => onError(ctx, request, error))
}

/** The answer with bytes instead of a text: they are sent now, and each time that it comes from the cache. */
function asBytes(answer: Answer): Answer {
  const { status, headers, body, onServe } = answer
  return typeof body === 'string' ? new Answer(status, headers, Buffer.from(body), onServe) : answer
}

function send(reply: FastifyReply, answer: Answer): FastifyReply {
  reply.code(answer.status).headers(answer.headers)
  return answer.body === null ? reply.send() : reply.send(answer.body)
}

/** The checked parts of a request. @throws HttpError 400 */
function input(endpoint: AnyEndpoint, request: FastifyRequest) {
  return {
    params: parse(endpoint.params, 'path', request.params),
    query: parse(endpoint.query, 'query', request.query),
    body: readBody(endpoint, request),
  }
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
  // Of an unsupported type, or another form than that of this call.
  const unread = () =>
    new HttpError(415, 'The body is {{type}}; send JSON, with Content-Type: application/json', {
      values: { type: request.headers['content-type'] ?? 'of no type' },
      forPrograms: true,
    })
  if (request.body instanceof Readable) throw unread()
  // Fields of a form would pass as JSON where none of them is required, and be lost: `curl -d` sends a form by default.
  if (request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') && hasFields(request.body))
    throw unread()
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
    throw new Error(
      `${endpoint.method} ${endpoint.path} breaks its contract: ${JSON.stringify(result.error.issues.slice(0, 5))}`,
    )
  }
}
