import { useQueryClient } from '@tanstack/react-query'
import { allOf } from '#platform/web/query.ts'
import { getSpace, spaceDetails, spaceDirectory } from '#features/spaces/contract.ts'

/** After a change of a space: what was read of it is read again. */
export function useForgetSpace(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await Promise.all([getSpace, spaceDetails, spaceDirectory].map(endpoint => client.invalidateQueries({ queryKey: allOf(endpoint) })))
  }
}
