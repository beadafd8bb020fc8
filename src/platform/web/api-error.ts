import { readersText, valuesOf, type ErrorText } from '../error-text.ts'
import { t } from './i18n.ts'

/**
 * A call that did not succeed. `status` is 0 when no answer came (no network, or the server is away).
 * `message` is fit to be shown; `errors` holds all that is wrong, the first of them what `message` says.
 */
export class ApiError extends Error {
  readonly status: number
  /** The English text with places for its values, as the server raised it: what the app decides by. */
  readonly key: string | undefined
  readonly values: Readonly<Record<string, string | number>>
  /** The field that the message is about, where the server names one. */
  readonly field: string | undefined
  readonly reason: string
  readonly errors: readonly FieldError[]
  /** False where the answer says that the caller is not signed in or not allowed. */
  readonly authorized: boolean
  /** Seconds to wait before another try, from `Retry-After`. */
  readonly retryAfter: number | undefined
  /** Whether the password has to be confirmed first, which the header `X-Oxbow-Elevation` says. */
  readonly asksPassword: boolean
  /** The answer's JSON, for refusals that say more than why. */
  readonly answer: Readonly<Record<string, unknown>> | undefined

  constructor(init: {
    status: number
    message: string
    reason?: string
    errors?: readonly FieldError[]
    authorized?: boolean
    retryAfter?: number | undefined
    asksPassword?: boolean
    answer?: Readonly<Record<string, unknown>> | undefined
    cause?: unknown
  }) {
    super(init.message, init.cause === undefined ? undefined : { cause: init.cause })
    this.name = 'ApiError'
    this.status = init.status
    const [first] = init.errors ?? []
    this.key = first?.key
    this.values = first?.values ?? {}
    this.field = first?.field
    this.reason = init.reason ?? ''
    this.errors = init.errors ?? []
    this.authorized = init.authorized ?? (init.status !== 401 && init.status !== 403)
    this.retryAfter = init.retryAfter
    this.asksPassword = init.asksPassword ?? false
    this.answer = init.answer
  }

  /** True when no answer came at all. */
  get isNetwork(): boolean {
    return this.status === 0
  }
}

/** One thing that is wrong. */
export interface FieldError {
  /** Name of the field of a form; absent for the request as a whole. */
  field?: string | undefined
  /** Fit to be shown. */
  message: string
  /** The server's text; absent where it says nothing to people. */
  key?: string
  values?: Readonly<Record<string, string | number>>
}

/**
 * Reads the REST interface's error body `{statusCode, data: {authorized, errors}, message, reason}`. An answer that names
 * no errors is not of this server: its `message` is taken as it is, and one of another shape (a proxy's page, plain text,
 * nothing) gives a text for its status.
 */
export function apiErrorFrom(status: number, body: string, headers?: Headers): ApiError {
  const retryAfter = retrySeconds(headers?.get('retry-after') ?? null)
  const parsed = parseObject(body)
  const data = objectOf(parsed?.data)
  const errors = (Array.isArray(data?.errors) ? data.errors : []).flatMap(entry => fieldErrorOf(entry, status))
  return new ApiError({
    status,
    message: errors[0]?.message ?? textOf(parsed?.message) ?? readersText(t, status, undefined),
    errors,
    retryAfter,
    asksPassword: headers?.get('x-oxbow-elevation') === 'required',
    answer: parsed,
    reason: textOf(parsed?.reason) ?? '',
    ...(typeof data?.authorized === 'boolean' ? { authorized: data.authorized } : {}),
  })
}

/** One entry of `data.errors`, as `WireError` of `error-text.ts` describes it. */
function fieldErrorOf(entry: unknown, status: number): FieldError[] {
  const record = objectOf(entry)
  const message = objectOf(record?.message)
  if (!message) return []
  const path = textOf(record?.field)
  const key = textOf(message.key)
  const text: ErrorText | undefined = key === undefined
    ? undefined
    : { key, values: valuesOf(key, Array.isArray(message.args) ? message.args : []), field: path }
  const shown = { field: path && formField(path), message: readersText(t, status, text) }
  return [text ? { ...shown, key: text.key, values: text.values ?? {} } : shown]
}

/** The field of a form that a path is of: `body.email` and `email` are `email`, `body.description.plain` is `description`. */
function formField(path: string): string {
  const [first = '', second] = path.split('.')
  return second !== undefined && PARTS.includes(first) ? second : first
}

const PARTS: readonly string[] = ['body', 'query', 'path']

function retrySeconds(value: string | null): number | undefined {
  if (!value) return undefined
  if (/^\d+$/.test(value.trim())) return Number(value)
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    return objectOf(JSON.parse(text))
  } catch {
    return undefined // Not JSON: an answer of a proxy or an empty one. The status alone decides then.
  }
}

function objectOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
