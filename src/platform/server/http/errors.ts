import { STATUS_CODES } from 'node:http'
import type { z } from 'zod'
import type { ErrorBody } from '../../wire.ts'

/** The client went away. For the log and the measurements, as nginx counts it: nobody is there to read it. */
export const BROKEN_OFF = 499

/** Longest message sent to a client, in characters. */
const MAX_MESSAGE = 2000

/** An error that the client is told of: its status, and what is wrong, where, and how to mend it. */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly status: number
  readonly errors: string[]
  readonly headers: Record<string, string>

  constructor(status: number, message: string, options: { errors?: string[]; headers?: Record<string, string>; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.status = status
    this.errors = options.errors ?? []
    this.headers = options.headers ?? {}
  }
}

export const badRequest = (message: string, errors?: string[]) => new HttpError(400, message, { errors: errors ?? [] })
export const forbidden = (message = 'You do not have permission to do this') => new HttpError(403, message)
export const notFound = (message = 'Not found') => new HttpError(404, message)
export const conflict = (message: string) => new HttpError(409, message)

/**
 * What a reader gets for content that does not exist or that they may not see: the two are not told apart.
 */
export const noContent = (id: number | string) =>
  notFound(`No content found with id: ContentId{id=${id}}`)

/** The body of an error in the shape that clients of the REST interface know. */
export function errorBody(status: number, message: string, errors: readonly string[] = []): ErrorBody {
  return {
    statusCode: status,
    data: {
      authorized: status !== 401 && status !== 403,
      valid: status !== 400,
      // No call of ours throws it for another reason.
      allowedInReadOnlyMode: status !== 405,
      errors: errors.map(translation => ({ message: { translation, args: [] } })),
      successful: false,
    },
    message: message.slice(0, MAX_MESSAGE),
    reason: STATUS_CODES[status] ?? 'Error',
  }
}

/** Turns a schema's complaints into one error that names each field. `where` is `query`, `body` or `path`. */
export function validationError(where: string, issues: readonly z.core.$ZodIssue[]): HttpError {
  const lines = issues.flatMap(issue => complaints(issue, where)).slice(0, 20)
  return badRequest(lines[0] ?? `${where}: invalid`, lines)
}

/** What an issue says, for people: a field that is absent is required, and of a choice the alternative that came closest is told. */
function complaints(issue: z.core.$ZodIssue, where: string): string[] {
  const at = [where, ...issue.path].join('.')
  if (issue.code === 'invalid_union') {
    const [closest] = [...issue.errors].sort((a, b) => depthOf(b) - depthOf(a))
    if (closest && closest.length > 0) return closest.flatMap(inner => complaints(inner, at))
  }
  const absent = issue.code === 'invalid_type' && /received (?:undefined|NaN)$/.test(issue.message)
  if (!absent) return [`${at}: ${issue.message}`]
  return [issue.message.endsWith('NaN') ? `${at}: must be a number` : `${at}: is required`]
}

/** How far into the input the complaints of one alternative reach: the further, the more of it did fit. */
function depthOf(issues: readonly z.core.$ZodIssue[]): number {
  return Math.max(0, ...issues.map(issue => issue.path.length))
}
