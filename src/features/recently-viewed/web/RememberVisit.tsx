import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#platform/web/api.ts'
import { pageData } from '#platform/web/session.ts'
import { pageViewOptions } from '#features/content/web/index.ts'
import { recordVisit } from '../contract.ts'
import { keepVisit } from './storage.ts'

const address = () => location.pathname + location.search
/** Where the document was loaded; undefined once a page was opened. */
let ofDocument: string | undefined = address()

/** Notes that the page is read, once for each time that it is opened. Draws nothing. */
export function RememberVisit({ contentId }: { contentId: string }) {
  const { data: view } = useQuery(pageViewOptions(contentId))
  const isReady = view !== undefined && view.status === 'current'
  useEffect(() => {
    if (!isReady) return
    const { id, title, type, url, space } = view
    keepVisit({ id, title, type, url, space: space.name, lastSeen: Date.now() })
    // The server sees documents go out by itself; of pages that the app opens it has to be told, also from a document without one.
    if (address() !== ofDocument && pageData().user) {
      call(recordVisit, { params: { id } }, { signInOn401: false }).catch(reportError)
    }
    ofDocument = undefined
    // The page may be renamed or changed while it is read: that is no further visit.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [contentId, isReady])
  return null
}
