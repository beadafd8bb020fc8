import { useQuery } from '@tanstack/react-query'
import { useLocation } from '#platform/web/router.tsx'
import { pageViewOptions, versionIn } from '../page-route.ts'

/** The page with this id as it is shown: at the version that the address asks for. */
export function useShownPage(id: string) {
  const { search } = useLocation()
  return useQuery(pageViewOptions(id, versionIn(Object.fromEntries(new URLSearchParams(search)))))
}
