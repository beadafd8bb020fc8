import type { Context } from '#platform/server/context.ts'
import { sentenceOf } from '#platform/error-text.ts'
import { HttpError } from '#platform/server/http/errors.ts'
import { Answer } from '#platform/server/http/http.ts'

/** Codes of OAuth 2.1 (5.3 of RFC 6749), RFC 7591 and RFC 8707. */
export type OAuthCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unsupported_grant_type'
  | 'invalid_target'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'

/** An error for a program, with its code. */
export class OAuthError extends HttpError {
  readonly code: OAuthCode

  constructor(code: OAuthCode, key: string) {
    super(code === 'invalid_client' ? 401 : 400, key, { forPrograms: true })
    this.code = code
  }
}

/**
 * Answers an error in the shape that OAuth has for it.
 * @param code of input that does not fit the contract
 * @throws `error` if it is not about the input
 */
export function oauthAnswer(code: OAuthCode) {
  return (_ctx: Context, _request: unknown, error: unknown): Promise<Answer> => {
    if (!(error instanceof HttpError) || (error.status !== 400 && !(error instanceof OAuthError))) throw error
    const description = error.errors.map(sentenceOf).join('; ')
    const body = {
      error: error instanceof OAuthError ? error.code : code,
      // RFC 6749 allows printable ASCII here, without quotation marks and backslashes.
      error_description: description.replaceAll('"', "'").replace(/[^ !#-[\]-~]/g, '?'),
    }
    return Promise.resolve(Answer.json(body, error.status))
  }
}
