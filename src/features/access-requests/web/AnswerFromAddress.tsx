import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { navigateTo } from '#platform/web/navigation.ts'
import { queryOptionsFor } from '#platform/web/query.ts'
import { useLocation } from '#platform/web/router.tsx'
import { restrictionsShown } from '#features/restrictions/web/index.ts'
import { listAccessRequests } from '../contract.ts'
import { GRANT_ACCESS } from '../shared.ts'
import { isAnswering } from './answering.ts'

/** Opens the restrictions of the page where its address asks for it, as the links of notifications do. */
export default function AnswerFromAddress({ pageId }: { pageId: string }) {
  const client = useQueryClient()
  const { pathname, search } = useLocation()
  useEffect(() => {
    const parameters = new URLSearchParams(search)
    if (!parameters.has(GRANT_ACCESS)) return
    // So that the requests are there with the dialog.
    void client.prefetchQuery(queryOptionsFor(listAccessRequests, { params: { id: pageId } }))
    isAnswering.set(true)
    restrictionsShown.set(true)
    parameters.delete(GRANT_ACCESS)
    const rest = parameters.toString()
    // Coming back to the page is no new answer.
    navigateTo(`${pathname}${rest === '' ? '' : `?${rest}`}${location.hash}`, { replace: true })
  }, [client, pageId, pathname, search])
  return null
}
