import { readersText, valuesOf, type ErrorText, type ErrorValues } from '../error-text.ts'
import { t } from './i18n.ts'

/** Failed call. `status` is 0 without an answer. `message` is displayable and equals the first of `errors`. */
export class ApiError extends Error {
  readonly status: number
  /** Reason phrase of the answer; empty over HTTP/2. */
  readonly statusText: string
  /** English text with placeholders, as raised; for decisions in code. */
  readonly key: string | undefined
  readonly values: ErrorValues
  /** Field of the message, if named. */
  readonly field: string | undefined
  readonly reason: string
  readonly errors: readonly FieldError[]
  /** False when not signed in or not allowed. */
  readonly authorized: boolean
  /** Seconds, from `Retry-After`. */
  readonly retryAfter: number | undefined
  /** Whether the password must be confirmed (`X-Oxbow-Elevation`). */
  readonly needsPassword: boolean
  /** JSON of the answer, for details. */
  readonly answer: Readonly<Record<string, unknown>> | undefined

  constructor(init: {
    status: number
    statusText?: string
    message: string
    reason?: string
    errors?: readonly FieldError[]
    authorized?: boolean
    retryAfter?: number | undefined
    needsPassword?: boolean
    answer?: Readonly<Record<string, unknown>> | undefined
    cause?: unknown
  }) {
    super(init.message, init.cause === undefined ? undefined : { cause: init.cause })
    this.name = 'ApiError'
    this.status = init.status
    this.statusText = init.statusText ?? ''
    const [first] = init.errors ?? []
    this.key = first?.key
    this.values = first?.values ?? {}
    this.field = first?.field
    this.reason = init.reason ?? ''
    this.errors = init.errors ?? []
    this.authorized = init.authorized ?? (init.status !== 401 && init.status !== 403)
    this.retryAfter = init.retryAfter
    this.needsPassword = init.needsPassword ?? false
    this.answer = init.answer
  }

  /** Whether no answer came. */
  get isNetwork(): boolean {
    return this.status === 0
  }
}

export interface FieldError {
  /** Form field; absent for the whole request. */
  field?: string | undefined
  /** Displayable. */
  message: string
  /** The server's text key; absent for technical errors. */
  key?: string
  values?: ErrorValues
}

/**
 * Parses an error body `{statusCode, data: {authorized, errors}, message, reason}`. Without `errors` its `message` is
 * used; other bodies (proxy page, text, none) yield a text for the status.
 */
export function apiErrorFrom(status: number, body: string, headers?: Headers, statusText = ''): ApiError {
  const retryAfter = retrySeconds(headers?.get('retry-after') ?? null)
  const parsed = parseObject(body)
  const data = objectOf(parsed?.data)
  const errors = (Array.isArray(data?.errors) ? data.errors : []).flatMap(entry => fieldErrorOf(entry, status))
  return new ApiError({
    status,
    statusText,
    message: errors[0]?.message ?? textOf(parsed?.message) ?? textWithoutAnswer(status, body),
    errors,
    retryAfter,
    needsPassword: headers?.get('x-oxbow-elevation') === 'required',
    answer: parsed,
    reason: textOf(parsed?.reason) ?? '',
    ...(typeof data?.authorized === 'boolean' ? { authorized: data.authorized } : {}),
  })
}

/** The text for an answer that has none. */
function textWithoutAnswer(status: number, body: string): string {
  return isProxyLimit(status, body) ? proxyLimitText() : readersText(t, status, undefined)
}

/** Whether an answer is the refusal of a proxy before the wiki by the size of the request: the wiki's own are JSON. */
export function isProxyLimit(status: number, body: string): boolean {
  return status === 413 && parseObject(body) === undefined
}

/** The text for a request that a proxy before the wiki refuses by its size. */
export function proxyLimitText(): string {
  return t('A proxy in front of the wiki does not accept requests of this size. An administrator can raise its limit.')
}

/** Entry of `data.errors`, see `WireError` of `error-text.ts`. */
function fieldErrorOf(entry: unknown, status: number): FieldError[] {
  const record = objectOf(entry)
  const message = objectOf(record?.message)
  if (!message) return []
  const path = textOf(record?.field)
  const key = textOf(message.key)
  const text: ErrorText | undefined =
    key === undefined
      ? undefined
      : { key, values: valuesOf(key, Array.isArray(message.args) ? message.args : []), field: path }
  const shown = { field: path && formField(path), message: readersText(t, status, text) }
  return [text ? { ...shown, key: text.key, values: text.values ?? {} } : shown]
}

/** Form field of a path: `body.email` → `email`, `body.description.plain` → `description`. */
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
    return undefined // Not JSON: the status decides.
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
