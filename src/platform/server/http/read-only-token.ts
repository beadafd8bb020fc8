import type { Authentication } from '../context.ts'
import { HttpError } from './errors.ts'
import type { AnyEndpoint } from './http.ts'

/**
 * Refuses a change by credentials that only allow to read, whatever their user may do.
 * @throws HttpError 403
 */
export function refuseReadOnlyToken({ mayOnlyRead }: Authentication): void {
  if (!mayOnlyRead) return
  throw new HttpError(
    403,
    'This access token may only read. Make one with the access "Read and write" in your settings',
    {
      forPrograms: true,
    },
  )
}

/** Refuses a call that may change something by such credentials. @throws HttpError 403 */
export function requireScope(
  authentication: Authentication,
  { method, onlyReads = method === 'GET' }: AnyEndpoint,
): void {
  if (!onlyReads) refuseReadOnlyToken(authentication)
}
