import { useEffect, useState } from 'react'
import { useEndpoint } from '#platform/web/query.ts'
import { presentVisits } from '../contract.ts'
import type { VisitedPage } from '../visited.ts'
import { removeVisits, visitedPages } from './storage.ts'

/** Stored visits, newest first; deleted or hidden pages are dropped once the server has answered. */
export function useVisitedPages(): readonly VisitedPage[] {
  const [pages] = useState(visitedPages)
  const { data } = useEndpoint(
    presentVisits,
    { query: { ids: pages.map(page => page.id) } },
    { enabled: pages.length > 0, staleTime: 0 },
  )
  const present = data && new Set(data.ids)
  useEffect(() => {
    if (!data) return
    const left = new Set(data.ids)
    const gone = pages.filter(page => !left.has(page.id)).map(page => page.id)
    if (gone.length > 0) removeVisits(new Set(gone))
  }, [data, pages])
  return present ? pages.filter(page => present.has(page.id)) : pages
}
