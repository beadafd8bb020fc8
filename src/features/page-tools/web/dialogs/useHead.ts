import { useEndpoint } from '#platform/web/query.ts'
import { getPageHead } from '../../contract.ts'

export interface PageDialogProps {
  pageId: string
  onClose: () => void
}

/** What a dialog needs to know of its page, fetched anew when it opens: permissions and children may have changed. */
export function useHead(pageId: string) {
  return useEndpoint(getPageHead, { params: { id: pageId } }, { staleTime: 0 })
}
