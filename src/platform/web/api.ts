import type { BodyInputOf, Endpoint, ParamsOf, QueryInputOf, ResponseOf } from '#platform/contract.ts'
import { checkAccessMode } from './access-mode.ts'
import { ApiError, apiErrorFrom } from './api-error.ts'
import { reportOffline, reportOnline } from './connection.ts'
import { t } from './i18n.ts'
import { signIn } from './navigation.ts'
import { pageData, xsrfToken } from './session.ts'
import { hadToSignIn, noteReader, sessionHasEnded } from './signed-in.ts'

/** Path values as a caller may give them: numbers are fine where the schema reads strings, and the reverse. */
type PathValues<T> = { [Name in keyof T]: T[Name] | string | number }

/** What a call needs: only the parts that its contract declares. */
export interface CallArguments<E extends Endpoint> {
  params?: PathValues<ParamsOf<E>>
  query?: QueryInputOf<E>
  /** An object for JSON and form bodies, `FormData` for multipart, `Blob` for bytes. */
  body?: BodyInputOf<E> | FormData | Blob
}

export interface CallOptions {
  signal?: AbortSignal
  /** Leave the page for the sign-in screen when something cannot be read since the session has ended. Default true. */
  signInOn401?: boolean
}

/**
 * Calls the server by a contract and gives its answer.
 * @throws {ApiError} for every answer that is not 2xx (or 304), and with status 0 when none came.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  args: CallArguments<E> = {},
  options: CallOptions = {},
): Promise<ResponseOf<E>> {
  const response = await send(endpoint, args, options)
  const text = await response.text()
  if (!response.ok) {
    // What is typed must not go with the page: who cannot write any more is told by the banner.
    if (response.status === 401 && options.signInOn401 !== false && (endpoint.method === 'GET' || pageData().user === null)) signIn()
    if (response.status === 405) void checkAccessMode()
    if (sessionHasEnded() && HIDDEN.includes(response.status)) throw new ApiError({ status: 401, message: t('You are signed out. Log in in another tab and try again.') })
    throw apiErrorFrom(response.status, text, response.headers)
  }
  if (text === '') return undefined as ResponseOf<E>
  const type = response.headers.get('content-type') ?? ''
  return (type.includes('json') ? JSON.parse(text) : text) as ResponseOf<E>
}

/** How the server refuses to show or do something to who is not signed in: often as if it did not exist. */
const HIDDEN: readonly number[] = [401, 403, 404]

async function send(endpoint: Endpoint, args: CallArguments<Endpoint>, options: CallOptions): Promise<Response> {
  const headers = new Headers({ Accept: 'application/json', 'X-Requested-With': 'XMLHttpRequest' })
  // The document's token ends with its session.
  if (endpoint.method !== 'GET') headers.set('X-Atlassian-Token', (hadToSignIn() ? undefined : xsrfToken()) ?? 'no-check')
  const init: RequestInit = { method: endpoint.method, headers, credentials: 'same-origin' }
  if (options.signal) init.signal = options.signal
  const body = encodeBody(endpoint, args.body, headers)
  if (body !== undefined) init.body = body
  try {
    const response = await fetch(urlOf(endpoint, args), init)
    reportOnline()
    noteReader(response.headers)
    return response
  } catch (cause) {
    if (options.signal?.aborted) throw cause
    reportOffline()
    throw new ApiError({ status: 0, message: t('An error has occurred connecting to the server. Please try again.'), cause })
  }
}

/** Address of a call: placeholders filled and encoded, query values as repeated or single parameters. */
export function urlOf(
  endpoint: Pick<Endpoint, 'path'>,
  args: { params?: unknown; query?: unknown } = {},
): string {
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
