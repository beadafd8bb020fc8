import { useQueryClient } from '@tanstack/react-query'
import { queryOptionsFor, invalidate } from '#platform/web/query.ts'
import { getProfile, getPublicProfile, getUser, type OwnProfile } from '../../contract.ts'

/** Hook that stores an updated profile in the query cache. */
export function useStoreProfile(): (profile: OwnProfile) => Promise<void> {
  const client = useQueryClient()
  return async profile => {
    client.setQueryData(queryOptionsFor(getProfile).queryKey, profile)
    await invalidate(client, getPublicProfile, getUser)
  }
}
