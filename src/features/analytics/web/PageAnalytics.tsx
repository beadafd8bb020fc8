import { useEffect } from 'react'
import { track } from '#platform/web/tracking.ts'
import { PAGE_VIEW } from '../shared.ts'
import { watchFromSearch } from './from-search.ts'
import { isSampled, metricValue, NAVIGATION_METRICS } from './metrics.ts'
import { PAGE_READING, watchReading, windowScrolled } from './reading.ts'

/** Whether the page that the document was made for is past. The server has counted its view. */
let isDocumentPast = false

/** Records how a page is read. Shows nothing. */
export function PageAnalytics({ contentId }: { contentId: string }) {
  useEffect(() => {
    if (isDocumentPast) track(PAGE_VIEW, { contentId })
    else if (isSampled(Math.random()))
      track(NAVIGATION_METRICS, { key: 'confluence.page.view', readyForUser: metricValue(performance.now()) })
    isDocumentPast = true
    const endReading = watchReading({
      target: window,
      measure: windowScrolled,
      onRead: scrolled => track(PAGE_READING, { contentId, scrolled }),
    })
    const leave = watchFromSearch()
    return () => {
      endReading()
      leave?.()
    }
  }, [contentId])
  return null
}
