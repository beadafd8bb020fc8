import { STATUS_CODES } from 'node:http'
import { z } from 'zod'
import { sentenceOf, wireError, type ErrorText } from '../../error-text.ts'
import type { ErrorBody } from '../../wire.ts'

/** The client went away. For the log and the measurements, as nginx counts it: no client is there to read it. */
export const BROKEN_OFF = 499

/** Longest message sent to a client, in characters. */
const MAX_MESSAGE = 2000

export interface ErrorDetails extends Omit<ErrorText, 'key'> {
  /** All that is wrong, where it is more than one thing or `message` says it in other words. */
  errors?: readonly ErrorText[]
  headers?: Record<string, string>
  cause?: unknown
}

/**
 * An error for the client: its status, and what is wrong, where, and how to fix it.
 * `key` is an English sentence with `{{named}}` places, written out where the error is raised.
 */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly status: number
  readonly text: ErrorText
  /** All that is wrong: `text` alone, or what was given in its place. */
  readonly errors: readonly ErrorText[]
  readonly headers: Record<string, string>

  constructor(status: number, key: string, { errors, headers = {}, cause, ...about }: ErrorDetails = {}) {
    const text = { key, ...about }
    super(sentenceOf(text), { cause })
    this.status = status
    this.text = text
    this.errors = errors ?? [text]
    this.headers = headers
  }
}

export const badRequest = (key: string, details?: ErrorDetails) => new HttpError(400, key, details)
export const forbidden = (key = 'You do not have permission to do this', details?: ErrorDetails) =>
  new HttpError(403, key, details)
export const notFound = (key = 'Not found', details?: ErrorDetails) => new HttpError(404, key, details)
export const conflict = (key: string, details?: ErrorDetails) => new HttpError(409, key, details)

/** The answer for content that does not exist or that the reader may not see: the two are indistinguishable. */
export const noContent = (id: number | string) =>
  notFound('No content found with id: ContentId{id={{id}}}', { values: { id } })

/** The body of an error in the shape that clients of the REST interface know. */
export function errorBody({
  status,
  text,
  errors = [text],
}: {
  status: number
  text: ErrorText
  errors?: readonly ErrorText[]
}): ErrorBody {
  return {
    statusCode: status,
    data: {
      authorized: status !== 401 && status !== 403,
      valid: status !== 400,
      // No call of ours throws it for another reason.
      allowedInReadOnlyMode: status !== 405,
      errors: errors.map(wireError),
      successful: false,
    },
    message: sentenceOf(text).slice(0, MAX_MESSAGE),
    reason: STATUS_CODES[status] ?? 'Error',
  }
}

/** The words of zod for an issue where the schema has none; asks for the issue's `input`. */
const standardWords = z.locales.en().localeError as (issue: z.core.$ZodIssue) => unknown

/**
 * The value as the schema makes it.
 * @param where `query`, `body` or `path`
 * @throws HttpError 400 that names each field that does not fit
 */
export function parsed<S extends z.ZodType>(schema: S, where: string, value: unknown): z.output<S> {
  const result = schema.safeParse(value, { reportInput: true })
  if (result.success) return result.data
  // Users do not fill in the path in a form.
  const errors = result.error.issues
    .flatMap(issue => complaints(issue, where))
    .slice(0, 20)
    .map((text): ErrorText => (where === 'path' ? { ...text, forPrograms: true } : text))
  const [{ key, ...about } = { key: 'invalid', field: where, forPrograms: true }] = errors
  throw badRequest(key, { ...about, errors })
}

/**
 * Texts of an issue, for people: a field that is absent is required, and of a choice the closest alternative is
 * reported.
 */
function complaints(issue: z.core.$ZodIssue, where: string): ErrorText[] {
  const field = [where, ...issue.path].join('.')
  if (issue.code === 'invalid_union') {
    const [closest] = [...issue.errors].sort((a, b) => depthOf(b) - depthOf(a))
    if (closest && closest.length > 0) return closest.flatMap(inner => complaints(inner, field))
  }
  return [{ ...issueText(issue), field }]
}

/**
 * Text of an issue with its `input`. The schema's own words may name `{{minimum}}` and `{{maximum}}`, and those of a
 * custom rule the values of its `params`, which are parts of an {@link ErrorText}. Most of what zod says is for
 * programs.
 */
export function issueText(issue: z.core.$ZodIssue): ErrorText {
  const { code, input } = issue
  const { minimum, maximum } = issue as { minimum?: number; maximum?: number }
  const values = { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) }
  // Of a choice the form itself offers what there is: its words are for programs.
  if (issue.message !== standardWords(issue) && code !== 'invalid_value') {
    return { key: issue.message, values, ...(code === 'custom' && issue.params) }
  }
  if (code === 'invalid_type' && input === undefined) return { key: 'is required' }
  if (code === 'invalid_type' && Number.isNaN(input)) return { key: 'must be a number' }
  if (code === 'too_big' && issue.origin === 'string') {
    return { key: 'Too big: expected string to have <={{maximum}} characters', values }
  }
  if (code === 'too_small' && issue.origin === 'string' && minimum === 1) {
    return { key: 'Too small: expected string to have >=1 characters' }
  }
  return { key: issue.message, forPrograms: true }
}

/** How far into the input the complaints of one alternative reach: the further, the more of it did fit. */
function depthOf(issues: readonly z.core.$ZodIssue[]): number {
  return Math.max(0, ...issues.map(issue => issue.path.length))
}
