import { useEffect, useState } from 'react'
import { useEndpoint } from '#platform/web/query.ts'
import { presentVisits } from '../contract.ts'
import type { VisitedPage } from '../visited.ts'
import { forgetVisits, visitedPages } from './storage.ts'

/**
 * Pages that the user opened in this browser, newest first. They show at once; those that were deleted or hidden
 * meanwhile go, also from what the browser stores, as soon as the server has said which are left.
 */
export function useVisitedPages(): readonly VisitedPage[] {
  const [pages] = useState(visitedPages)
  const { data } = useEndpoint(presentVisits, { query: { ids: pages.map(page => page.id) } }, { enabled: pages.length > 0, staleTime: 0 })
  const present = data && new Set(data.ids)
  useEffect(() => {
    if (!data) return
    const left = new Set(data.ids)
    const gone = pages.filter(page => !left.has(page.id)).map(page => page.id)
    if (gone.length > 0) forgetVisits(new Set(gone))
  }, [data, pages])
  return present ? pages.filter(page => present.has(page.id)) : pages
}
