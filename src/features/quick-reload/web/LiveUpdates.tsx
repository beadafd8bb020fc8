import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { pageViewOptions } from '#features/content/web/index.ts'
import { MIN_INTERVAL_MS } from './intervals.ts'
import { shownPage } from './page-change.ts'

/** Begins to poll when the first poll is due, so that opening a page asks for nothing. */
export function LiveUpdates() {
  const client = useQueryClient()
  useEffect(() => {
    let end: (() => void) | undefined
    let isOver = false
    const timer = setTimeout(() => {
      void import('./live.ts').then(({ startLiveUpdates }) => {
        if (!isOver) end = startLiveUpdates(client, MIN_INTERVAL_MS)
      })
    }, MIN_INTERVAL_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
      end?.()
    }
  }, [client])
  return null
}

/** Says which page is open while it is rendered. */
export function ShownPage({ contentId }: { contentId: string }) {
  const client = useQueryClient()
  useEffect(() => {
    const event = client.getQueryData(pageViewOptions(contentId).queryKey)?.parts['quickReload']
    shownPage.set({ pageId: contentId, event: typeof event === 'number' ? event : undefined })
    return () => shownPage.set(undefined)
  }, [client, contentId])
  return null
}
