import { useQueryClient } from '@tanstack/react-query'
import { allOf, queryOptionsFor } from '#platform/web/query.ts'
import { getProfile, getPublicProfile, getUser, type OwnProfile } from '../../contract.ts'

/** Keeps what the server answered to a change of the own profile. */
export function useKeepProfile(): (profile: OwnProfile) => Promise<void> {
  const client = useQueryClient()
  return async profile => {
    client.setQueryData(queryOptionsFor(getProfile).queryKey, profile)
    await Promise.all([getPublicProfile, getUser].map(endpoint => client.invalidateQueries({ queryKey: allOf(endpoint) })))
  }
}
