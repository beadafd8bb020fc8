import type { QueryClient } from '@tanstack/react-query'
import { queryOptionsFor } from '#platform/web/query.ts'
import { confirmPassword } from '#features/accounts/web/index.ts'
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
