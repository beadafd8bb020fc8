import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#platform/web/api.ts'
import type { PageView } from '#features/content/contract.ts'
import { pageViewOptions } from '#features/content/web/index.ts'
import { requestAccess } from '../contract.ts'
import { EDIT_REQUEST_PART, type EditRequest } from '../shared.ts'

/** Whether the reader may ask to edit a page, or has; and what asks. */
export function useEditRequest(pageId: string): { state: EditRequest; ask: () => Promise<void> } {
  const client = useQueryClient()
  const options = pageViewOptions(pageId)
  const { data: view } = useQuery(options)
  const ask = async () => {
    await call(requestAccess, { body: { access: 'edit', pageId } })
    const asked: EditRequest = 'asked'
    client.setQueryData<PageView>(
      options.queryKey,
      known => known && { ...known, parts: { ...known.parts, [EDIT_REQUEST_PART]: asked } },
    )
  }
  return { state: (view?.parts[EDIT_REQUEST_PART] ?? null) as EditRequest, ask }
}
