import type { Endpoint, ResponseOf } from '#platform/contract.ts'
import { ApiError, type FieldError } from '#platform/web/api-error.ts'
import { call, type CallArguments } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { elevated } from '#features/accounts/web/index.ts'

/**
 * Calls the link service. Users who are not signed in any more get the page anew.
 * @throws {ApiError} whose `errors` name the fields of the service's answer
 */
export async function linkCall<E extends Endpoint>(endpoint: E, args: CallArguments<E> = {}): Promise<ResponseOf<E>> {
  try {
    return await elevated(() => call(endpoint, args, { signInOn401: false }))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401) location.reload()
    throw linkError(error)
  }
}

/** A failure of the link service: its messages in one, or its status, and which fields they are about. */
function linkError(error: ApiError): ApiError {
  const { status, statusText, answer, errors } = error
  const told = textsIn(answer?.['message'])
  // In the reader's language where the answer is of this wiki.
  const messages = errors.length === told.length ? errors.map(each => each.message) : told
  const fields = textsIn(answer?.['fields'])
  const named = fields.map((field, index): FieldError => ({ field, message: messages[index] ?? messages[0] ?? '' }))
  const message = messages.join(', ') || statusText || t('REST request failed')
  return new ApiError({ status, statusText, message, errors: named, answer, cause: error })
}

function textsIn(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value]
  return values.filter((each): each is string => typeof each === 'string' && each !== '')
}
