import { track } from '#platform/web/tracking.ts'
import { prepareTracking } from './recording.ts'

/** Parameter of addresses that a search leads to. */
const SEARCH_ID = 'searchId'
const VIEWED_FROM_SEARCH = 'search.view-content'
const EDITED_FROM_SEARCH = 'search.edit-content'
const EDITORS = /^\/pages\/edit(page|blogpost)\.action$/

/** Address of a result with the id of the search that led to it. */
export function withSearchId(href: string, searchId: string): string {
  const url = new URL(href, window.location.href)
  if (url.origin !== window.location.origin) return href
  url.searchParams.set(SEARCH_ID, searchId)
  return `${url.pathname}${url.search}${url.hash}`
}

/**
 * Measures how long a page that a search led to is shown: takes the search out of the address, and records the time
 * when the page is left or edited.
 * @returns a function for the time when the page is left within the app; undefined for a page that no search led to
 */
export function watchFromSearch(): (() => void) | undefined {
  const url = new URL(window.location.href)
  const searchId = url.searchParams.get(SEARCH_ID)
  if (searchId === null) return undefined
  url.searchParams.delete(SEARCH_ID)
  window.history.replaceState(window.history.state, '', url)
  prepareTracking()
  const began = Date.now()
  let isRecorded = false
  const tell = (name: typeof VIEWED_FROM_SEARCH | typeof EDITED_FROM_SEARCH) => {
    if (!isRecorded) track(name, { searchId, period: Date.now() - began })
    isRecorded = true
  }
  const onHide = () => tell(VIEWED_FROM_SEARCH)
  // Before the queue's own listener sends what waits.
  window.addEventListener('pagehide', onHide, { capture: true })
  return () => {
    window.removeEventListener('pagehide', onHide, { capture: true })
    tell(EDITORS.test(window.location.pathname) ? EDITED_FROM_SEARCH : VIEWED_FROM_SEARCH)
  }
}
