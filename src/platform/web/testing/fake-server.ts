import { onTestFinished } from 'vitest'
import type { z } from 'zod'
import type { BodyInputOf, Endpoint, ParamsOf, ResponseOf } from '#platform/contract.ts'

/** A call as the fake server received it. */
export interface ReceivedCall<E extends Endpoint = Endpoint> {
  params: ParamsOf<E>
  /** As on the wire: strings. */
  query: Readonly<Record<string, string>>
  body: BodyInputOf<E>
  headers: Headers
}

/** Answer of a call, or a function of the call that returns it. */
export type AnswerOf<E extends Endpoint> =
  | ResponseOf<E>
  | ((call: ReceivedCall<E>) => ResponseOf<E> | Response | Promise<ResponseOf<E> | Response>)

interface Handler {
  endpoint: Endpoint
  answer: (call: ReceivedCall) => unknown
}

/** Refusal as the server sends it. */
export function refusal(status: number, message: string): Response {
  return Response.json({ statusCode: status, message }, { status })
}

/** Answer that waits until the test gives it. */
export function heldAnswer<E extends Endpoint>(_endpoint: E) {
  const { promise, resolve } = Promise.withResolvers<ResponseOf<E> | Response>()
  return { answer: () => promise, release: resolve }
}

/**
 * Replaces `fetch` until the test ends. Calls are answered by what the test declares for their contract, and recorded. A
 * call without an answer fails the test.
 */
export class FakeServer {
  readonly #handlers: Handler[] = []
  readonly #received: { endpoint: Endpoint; call: ReceivedCall }[] = []
  readonly #errors: Error[] = []

  constructor() {
    const { fetch } = globalThis
    globalThis.fetch = (url, init) => this.#receive(url as string, init ?? {})
    onTestFinished(() => {
      globalThis.fetch = fetch
      if (this.#errors.length > 0) throw new AggregateError(this.#errors, this.#errors.map(String).join('\n'))
    })
  }

  /** Declares the answer of a call; replaces an earlier one. */
  answer<E extends Endpoint>(endpoint: E, answer: AnswerOf<E>): this {
    const respond = typeof answer === 'function' ? (answer as (call: ReceivedCall<E>) => unknown) : () => answer
    this.#handlers.unshift({ endpoint, answer: call => respond(call as ReceivedCall<E>) })
    return this
  }

  /** The calls of an endpoint, oldest first. */
  calls<E extends Endpoint>(endpoint: E): ReceivedCall<E>[] {
    return this.#received.filter(one => isSame(one.endpoint, endpoint)).map(one => one.call as ReceivedCall<E>)
  }

  async #receive(address: string, init: RequestInit): Promise<Response> {
    try {
      return await abortable(this.#respond(new URL(address, location.href), init), init.signal)
    } catch (error) {
      if (!init.signal?.aborted) this.#errors.push(error as Error)
      throw error
    }
  }

  async #respond(url: URL, init: RequestInit): Promise<Response> {
    const method = init.method ?? 'GET'
    for (const { endpoint, answer } of this.#handlers) {
      const params = endpoint.method === method ? paramsIn(endpoint.path, url.pathname) : undefined
      if (!params) continue
      const query = Object.fromEntries(url.searchParams)
      const call = { params, query, body: bodyOf(init), headers: new Headers(init.headers) } as ReceivedCall
      this.#received.push({ endpoint, call })
      checkCall(endpoint, call)
      const value = await answer(call)
      if (value instanceof Response) return value
      return responseOf(endpoint, value)
    }
    throw new Error(`No answer was declared for ${method} ${url.pathname}`)
  }
}

function isSame(a: Endpoint, b: Endpoint): boolean {
  return a.method === b.method && a.path === b.path
}

/** Placeholders of a path; undefined for another path. */
function paramsIn(pattern: string, pathname: string): Record<string, string> | undefined {
  const regex = new RegExp(`^${pattern.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
  const groups = regex.exec(pathname)?.groups
  if (groups)
    return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]))
  return regex.test(pathname) ? {} : undefined
}

function bodyOf(init: RequestInit): unknown {
  if (init.body instanceof URLSearchParams) return Object.fromEntries(init.body)
  return typeof init.body === 'string' ? JSON.parse(init.body) : init.body
}

/** Refuses what the server would refuse of a call. */
function checkCall(endpoint: Endpoint, call: ReceivedCall): void {
  check(endpoint.params, call.params, `parameters of ${endpoint.path}`)
  check(endpoint.query, call.query, `query of ${endpoint.path}`)
  if (endpoint.encoding !== 'multipart' && endpoint.encoding !== 'bytes')
    check(endpoint.body, call.body, `body of ${endpoint.path}`)
}

function responseOf(endpoint: Endpoint, value: unknown): Response {
  check(endpoint.response, value, `answer of ${endpoint.path}`)
  const status = endpoint.status ?? 200
  return value === undefined ? new Response(null, { status }) : Response.json(value, { status })
}

function check(schema: z.ZodType | undefined, value: unknown, what: string): void {
  const result = schema?.safeParse(value)
  if (result && !result.success) throw new TypeError(`The ${what} is invalid: ${result.error.message}`)
}

/** Rejects when the signal aborts, as `fetch` does. */
function abortable<T>(promise: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  if (!signal) return promise
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  if (signal.aborted) reject(signal.reason as Error)
  else signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  return Promise.race([promise, aborted])
}
