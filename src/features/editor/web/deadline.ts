import { ApiError } from '#platform/web/api-error.ts'
import { t } from '#platform/web/i18n.ts'

/** Timeout for opening the editor, in ms. */
export const LIMIT_MS = 4000

/**
 * Result of the work.
 * @param deadline epoch milliseconds
 * @throws ApiError with status 0 after the deadline
 */
export function before<T>(deadline: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(noAnswer()), Math.max(0, deadline - Date.now()))
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

const noAnswer = () =>
  new ApiError({ status: 0, message: t('The server did not answer in time. Try again in a moment.') })
