import { useQuery } from '@tanstack/react-query'
import { call } from '#platform/web/api.ts'
import { allOf } from '#platform/web/query.ts'
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx'
import { spaceDirectory } from '#features/spaces/contract.ts'
import { spacesMenu } from '../contract.ts'

/** Shares the directory's key prefix, so that space changes invalidate it. */
const queryKey = [...allOf(spaceDirectory), 'menu']

/** Spaces menu from server HTML, loaded on first open. */
export default function SpacesMenu() {
  const { data, error } = useQuery({ queryKey, queryFn: ({ signal }) => call(spacesMenu, {}, { signal }) })
  if (error) return <p className="ox-panel-empty">{error.message}</p>
  if (!data) return <SkeletonText lines={5} />
  return <div id="space-menu-link-content" dangerouslySetInnerHTML={{ __html: data.template }} />
}
