import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#platform/web/api-error.ts'
import { call } from '#platform/web/api.ts'
import { queryOptionsFor } from '#platform/web/query.ts'
import { getAdminAccess } from '../contract.ts'

/**
 * Before a screen of the administration: leaves for the page that asks for the password where it was not confirmed
 * lately.
 * @throws ApiError 401 or 403 for who may not administer
 */
export async function enterAdministration(query: QueryClient, destination: string): Promise<void> {
  const { elevated } = await query.ensureQueryData(queryOptionsFor(getAdminAccess))
  if (elevated) return
  query.removeQueries({ queryKey: queryOptionsFor(getAdminAccess).queryKey })
  await confirmPassword(destination)
}

/** Does what needs a confirmed password; where the confirmation has run out meanwhile, it is asked for again. */
export async function elevated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 403) throw error
    const access = await call(getAdminAccess)
    if (access.elevated) throw error
    return confirmPassword(location.pathname + location.search)
  }
}

/** Leaves this document; what waits for it never goes on. */
export function confirmPassword(destination: string): Promise<never> {
  location.assign(`/authenticate.action?destination=${encodeURIComponent(destination)}`)
  return new Promise(() => undefined)
}
