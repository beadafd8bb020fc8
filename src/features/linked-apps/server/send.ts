import type { App } from '#platform/server/app.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import {
  NoAnswerError,
  type OutgoingAnswer,
  type OutgoingRequest,
  PrivateAddressError,
  sendRequest,
} from '#platform/server/outgoing.ts'

/** How long an application may take over an answer: a reader waits for it. */
const TIMEOUT_MS = 8_000
/** Larger answers are refused. */
const MAX_BYTES = 2 * 1024 * 1024

/**
 * Sends a request to a linked application.
 * @throws HttpError 504 when it does not answer in time, 502 when it cannot be reached or answers too much
 */
export async function send(
  app: App,
  { name }: { name: string },
  request: Pick<OutgoingRequest, 'method' | 'url' | 'headers' | 'body'>,
): Promise<OutgoingAnswer> {
  let answer: OutgoingAnswer
  try {
    answer = await sendRequest(app, {
      ...request,
      headers: { accept: 'application/json', ...request.headers },
      timeoutMs: app.own(timeLimit).ms,
      maxBytes: MAX_BYTES,
    })
  } catch (cause) {
    app.log.warn({ application: name, err: cause }, 'A linked application was not reached')
    const values = { name }
    if (cause instanceof NoAnswerError) throw new HttpError(504, '{{name}} did not answer in time', { values, cause })
    if (cause instanceof PrivateAddressError) {
      throw new HttpError(502, '{{name}} is in the own network, and its host is not among those that may be called', {
        values,
        cause,
      })
    }
    throw new HttpError(502, '{{name}} could not be reached', { values, cause })
  }
  if (answer.isCut) throw unreadable(name)
  return answer
}

/** The JSON of an answer; undefined where it is none. */
export function jsonOf({ body }: OutgoingAnswer): unknown {
  try {
    return JSON.parse(body) as unknown
  } catch {
    return undefined
  }
}

/** For an answer that is not what the application's interface says. */
export function unreadable(name: string): HttpError {
  return new HttpError(502, '{{name}} answered with something that the wiki cannot read', { values: { name } })
}

/** For an answer that is a failure of the application. */
export function failed(name: string, status: number): HttpError {
  return new HttpError(502, '{{name}} answered with an error ({{status}})', { values: { name, status } })
}

/** How long an application may take, for tests to shorten. */
export function timeLimit(): { ms: number } {
  return { ms: TIMEOUT_MS }
}
