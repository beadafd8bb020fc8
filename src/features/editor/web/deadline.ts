import { ApiError } from '#platform/web/api-error.ts'
import { t } from '#platform/web/i18n.ts'

/** An editor that has not come by then does not come: the page that is read stays. In ms. */
export const LIMIT_MS = 4000

/**
 * What the work gives. @param deadline epoch milliseconds
 * @throws ApiError with status 0 when the work takes longer, as if no answer had come
 */
export function before<T>(deadline: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(noAnswer()), Math.max(0, deadline - Date.now()))
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

const noAnswer = () => new ApiError({ status: 0, message: t('The server did not answer in time. Try again in a moment.') })
