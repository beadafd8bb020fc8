import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#platform/web/api.ts'
import { pageData } from '#platform/web/session.ts'
import { pageViewOptions } from '#features/content/web/index.ts'
import { recordVisit } from '../contract.ts'
import { storeVisit } from './storage.ts'

const address = () => location.pathname + location.search
/** Address of the loaded document; undefined after navigation. */
let ofDocument: string | undefined = address()

/** Records a page view, once per opening. Renders nothing. */
export function RecordVisit({ contentId }: { contentId: string }) {
  const { data: view } = useQuery(pageViewOptions(contentId))
  const isReady = view !== undefined && view.status === 'current'
  useEffect(() => {
    if (!isReady) return
    const { id, title, type, url, space } = view
    storeVisit({ id, title, type, url, space: space.name, lastSeen: Date.now() })
    // The server records documents itself; client-side views must be reported.
    if (address() !== ofDocument && pageData().user) {
      call(recordVisit, { params: { id } }, { signInOn401: false }).catch(reportError)
    }
    ofDocument = undefined
    // Changes while reading are no further visit.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [contentId, isReady])
  return null
}
