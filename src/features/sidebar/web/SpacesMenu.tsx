import { useEndpoint } from '#platform/web/query.ts'
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx'
import { spacesMenu } from '../contract.ts'

/** Long enough that opening the menu again asks for nothing; stars and new spaces show after that. */
const FRESH_MS = 5 * 60_000

/** What the spaces menu shows: the server's own HTML, asked for when the menu is first opened. */
export default function SpacesMenu() {
  const { data, error } = useEndpoint(spacesMenu, {}, { staleTime: FRESH_MS })
  if (error) return <p className="ox-panel-empty">{error.message}</p>
  if (!data) return <SkeletonText lines={5} />
  return <div id="space-menu-link-content" dangerouslySetInnerHTML={{ __html: data.template }} />
}
