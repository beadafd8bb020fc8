import type { QueryClient } from '@tanstack/react-query'
import { queryOptionsFor } from '#platform/web/query.ts'
import { confirmPassword } from '#features/accounts/web/index.ts'
import { getAdminAccess } from '../contract.ts'

/**
 * Guards an administration screen: redirects to password confirmation when it is not recent.
 * @throws ApiError 401 or 403 without administration rights
 */
export async function enterAdministration(query: QueryClient, destination: string): Promise<void> {
  const { elevated } = await query.ensureQueryData(queryOptionsFor(getAdminAccess))
  if (elevated) return
  query.removeQueries({ queryKey: queryOptionsFor(getAdminAccess).queryKey })
  await confirmPassword(destination)
}
