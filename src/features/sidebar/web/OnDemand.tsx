import { type ReactNode, useEffect, useState } from 'react'
import { pageData } from '#platform/web/session.ts'
import { SkeletonText } from '#platform/web/ui/Skeleton.tsx'
import type { SidebarView } from '../contract.ts'

type Lists = typeof import('./lists.ts')
let lists: Lists | undefined

const load = async (): Promise<Lists> => {
  lists = await import('./lists.ts')
  return lists
}

/** Preloads the chunk while the page's own loads. */
export function loadIfShown(): void {
  const shown = pageData().queries.some(({ data }) => {
    const view = (data as { parts?: { sidebar?: SidebarView } } | null)?.parts?.sidebar
    return view !== undefined && (view.blog !== null || view.navType === 'pages')
  })
  // Rendering retries.
  if (shown) load().catch(() => undefined)
}

/** Renders with the chunk, synchronously once loaded. */
export function OnDemand({ children }: { children: (lists: Lists) => ReactNode }) {
  const [loaded, setLoaded] = useState(() => lists)
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    if (loaded) return
    const draw = async () => {
      try {
        setLoaded(await load())
      } catch (error) {
        setFailure(String(error))
      }
    }
    void draw()
  }, [loaded])
  if (loaded) return children(loaded)
  return (
    <div className="ox-space-tree">
      {failure === undefined ? <SkeletonText lines={4} /> : <p className="ox-space-failure">{failure}</p>}
    </div>
  )
}
