import { useInvalidate } from '#platform/web/query.ts'
import { getSpace, spaceDetails, spaceDirectory } from '#features/spaces/contract.ts'

/** Invalidates cached data of spaces. */
export function useInvalidateSpace(): () => Promise<void> {
  const invalidate = useInvalidate()
  return async () => {
    await invalidate(getSpace, spaceDetails, spaceDirectory)
  }
}
