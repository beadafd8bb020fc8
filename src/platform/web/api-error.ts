import { t } from './i18n.ts'
import { inReadersWords } from './refusals.ts'

/**
 * A call that did not succeed. `status` is 0 when no answer came (no network, or the server is away).
 * `message` is fit to be shown; `errors` holds what the server says of single fields.
 */
export class ApiError extends Error {
  readonly status: number
  /** The message as the server said it, in English: what the app decides by. */
  readonly said: string
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
    said?: string | undefined
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
    this.said = init.said ?? init.message
    this.field = fieldIn(this.said)
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

export interface FieldError {
  /** Name of the field the error belongs to; absent for the request as a whole. */
  field?: string
  message: string
}

/**
 * Reads the REST interface's error body `{statusCode, data: {authorized, errors}, message, reason}`; an answer of
 * another shape (a proxy's page, plain text, nothing) gives an error with a plain message of its own.
 */
export function apiErrorFrom(status: number, body: string, headers?: Headers): ApiError {
  const retryAfter = retrySeconds(headers?.get('retry-after') ?? null)
  const parsed = parseObject(body)
  const data = objectOf(parsed?.data)
  const errors = (Array.isArray(data?.errors) ? data.errors : []).flatMap(entry => fieldErrorOf(entry, status))
  const said = textOf(parsed?.message)
  const message = said === undefined ? errors[0]?.message ?? plainMessage(status) : shownFor(said, status)
  return new ApiError({
    status,
    message,
    said,
    errors,
    retryAfter,
    asksPassword: headers?.get('x-oxbow-elevation') === 'required',
    answer: parsed,
    reason: textOf(parsed?.reason) ?? '',
    ...(typeof data?.authorized === 'boolean' ? { authorized: data.authorized } : {}),
  })
}

function plainMessage(status: number): string {
  if (status === 401) return t('Please log in and try again.')
  if (status === 403) return t('You are not permitted to do this.')
  if (status === 404) return t('This was not found. It may have been moved or deleted, or you may not see it.')
  if (status === 409) return t('Somebody else changed this in the meantime. Reload and try again.')
  if (status === 413) return t('This is too large for the server.')
  if (status === 429) return t('Too many requests. Wait a moment and try again.')
  if (status >= 500) return t('The server could not do this. Try again in a moment.')
  return t('The request was refused ({{status}}).', { status })
}

/** One entry of `data.errors`: a text, or `{message}` with the text or `{key, translation}` and maybe a field. */
function fieldErrorOf(entry: unknown, status: number): FieldError[] {
  const record = objectOf(entry)
  const inner = objectOf(record?.message)
  const said = textOf(entry) ?? textOf(record?.message) ?? textOf(inner?.translation) ?? textOf(inner?.key)
  if (!said) return []
  const field = textOf(record?.field) ?? textOf(record?.fieldName) ?? textOf(record?.path) ?? fieldIn(said)
  const message = shownFor(said, status)
  return [field === undefined ? { message } : { field, message }]
}

/** What people are shown for what the server said, in an answer of this status. */
export function shownFor(said: string, status: number): string {
  const most = /: Too big: expected string to have <=(\d+) characters$/.exec(said)?.[1]
  if (most !== undefined) return t('At most {{most}} characters', { most })
  if (said.endsWith(': Too small: expected string to have >=1 characters')) return t('This must not be empty')
  return inReadersWords(said) ?? plainMessage(status)
}

/** The field that the server names before what it says of it: `body.email: …`, or `name: …` of a rule of its own. */
function fieldIn(said: string): string | undefined {
  return /^(?:body\.|query\.|path\.)?([a-zA-Z]+)(?:\.[\w.]+)?: /.exec(said)?.[1]
}

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
