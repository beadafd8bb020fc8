import type { BodyInputOf, Endpoint, ParamsOf, QueryInputOf, ResponseOf } from '#platform/contract.ts'
import { checkAccessMode } from './access-mode.ts'
import { ApiError, apiErrorFrom } from './api-error.ts'
import { reportOffline, reportOnline } from './connection.ts'
import { t } from './i18n.ts'
import { signIn } from './navigation.ts'
import { pageData, xsrfToken } from './session.ts'
import { hadToSignIn, noteReader, sessionHasEnded } from './signed-in.ts'

/** Path values: numbers are accepted for strings and vice versa. */
type PathValues<T> = { [Name in keyof T]: T[Name] | string | number }

/** Arguments declared by the contract. */
export interface CallArguments<E extends Endpoint> {
  params?: PathValues<ParamsOf<E>>
  query?: QueryInputOf<E>
  /** Object for JSON and form bodies, `FormData` for multipart, `Blob` for bytes. */
  body?: BodyInputOf<E> | FormData | Blob
}

export interface CallOptions {
  signal?: AbortSignal
  /** Redirect to sign-in when a read fails because the session ended. Default true. */
  signInOn401?: boolean
  /** The call signs in: its refusals are about what was typed, not about a session that has ended. */
  signsIn?: boolean
  /** More headers; they replace those of the same name. */
  headers?: Readonly<Record<string, string>>
}

/** Functions that send calls. */
export interface Transport {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  xsrfToken: () => string | undefined
  /** Called after each answer. */
  answered: (headers: Headers) => void
  /** Called when there was none. */
  lost: () => void
}

const BROWSER: Transport = {
  fetch: (url, init) => fetch(url, init),
  // The document's token ends with its session.
  xsrfToken: () => (hadToSignIn() ? undefined : xsrfToken()),
  answered(headers) {
    reportOnline()
    noteReader(headers)
  },
  lost: reportOffline,
}

/**
 * Calls the server by a contract.
 * @throws {ApiError} unless the answer is 2xx or 304; status 0 without an answer
 */
export function call<E extends Endpoint>(
  endpoint: E,
  args: CallArguments<E> = {},
  options: CallOptions = {},
): Promise<ResponseOf<E>> {
  return callBy(BROWSER, endpoint, args, options)
}

/** {@link call} by another transport. */
export async function callBy<E extends Endpoint>(
  transport: Transport,
  endpoint: E,
  args: CallArguments<E> = {},
  options: CallOptions = {},
): Promise<ResponseOf<E>> {
  const response = await send(transport, endpoint, args, options)
  const text = await response.text()
  if (!response.ok) {
    // Typed text must not be lost; failed writes show the banner.
    if (
      response.status === 401 &&
      options.signInOn401 !== false &&
      (endpoint.method === 'GET' || pageData().user === null)
    )
      signIn()
    if (response.status === 405) void checkAccessMode()
    if (sessionHasEnded() && HIDDEN.includes(response.status) && !options.signsIn)
      throw new ApiError({ status: 401, message: t('You are signed out. Log in and try again.') })
    throw apiErrorFrom(response.status, text, response.headers, response.statusText)
  }
  if (text === '') return undefined as ResponseOf<E>
  const type = response.headers.get('content-type') ?? ''
  return (type.includes('json') ? JSON.parse(text) : text) as ResponseOf<E>
}

/** Refusals of anonymous users; missing rights may look like absence. */
const HIDDEN: readonly number[] = [401, 403, 404]

async function send(
  transport: Transport,
  endpoint: Endpoint,
  args: CallArguments<Endpoint>,
  options: CallOptions,
): Promise<Response> {
  const headers = new Headers({ Accept: 'application/json', 'X-Requested-With': 'XMLHttpRequest' })
  if (endpoint.method !== 'GET') headers.set('X-Atlassian-Token', transport.xsrfToken() ?? 'no-check')
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value)
  const init: RequestInit = { method: endpoint.method, headers, credentials: 'same-origin' }
  if (options.signal) init.signal = options.signal
  const body = encodeBody(endpoint, args.body, headers)
  if (body !== undefined) init.body = body
  try {
    const response = await transport.fetch(urlOf(endpoint, args), init)
    transport.answered(response.headers)
    return response
  } catch (cause) {
    if (options.signal?.aborted) throw cause
    transport.lost()
    throw new ApiError({
      status: 0,
      message: t('An error has occurred connecting to the server. Please try again.'),
      cause,
    })
  }
}

/** Address of a call with encoded placeholders and query. */
export function urlOf(endpoint: Pick<Endpoint, 'path'>, args: { params?: unknown; query?: unknown } = {}): string {
  const values = (args.params ?? {}) as Record<string, string | number | undefined>
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`${endpoint.path} needs the parameter "${name}"`)
    return encodeURIComponent(String(value))
  })
  const query = parametersOf(args.query).toString()
  return query === '' ? path : `${path}?${query}`
}

function parametersOf(values: unknown): URLSearchParams {
  const result = new URLSearchParams()
  if (typeof values !== 'object' || values === null) return result
  for (const [name, value] of Object.entries(values)) {
    for (const single of Array.isArray(value) ? value : [value]) {
      if (single !== undefined && single !== null) result.append(name, String(single))
    }
  }
  return result
}

function encodeBody(endpoint: Endpoint, body: unknown, headers: Headers): BodyInit | undefined {
  if (body === undefined) return undefined
  if (body instanceof FormData || body instanceof Blob) return body
  if (endpoint.encoding === 'form') return parametersOf(body)
  headers.set('Content-Type', 'application/json')
  return JSON.stringify(body)
}
