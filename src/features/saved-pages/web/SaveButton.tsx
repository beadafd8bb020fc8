import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { invalidate } from '#platform/web/query.ts'
import { useReader } from '#platform/web/reader.ts'
import { track } from '#platform/web/tracking.ts'
import { showFailure } from '#platform/web/ui/toast-store.ts'
import type { PageView } from '#features/content/contract.ts'
import { pageViewOptions } from '#features/content/web/index.ts'
import { listSaved, savePage, unsavePage } from '../contract.ts'
import { SaveButtonView } from '../view/SaveButtonView.tsx'

/** Toggles "saved for later" optimistically. */
export function SaveButton({ pageId }: { pageId: string }) {
  const client = useQueryClient()
  const reader = useReader()
  const options = pageViewOptions(pageId)
  const { data: view } = useQuery(options)
  const isSaved = view?.parts['saved']
  // Anonymous users have no list.
  if (typeof isSaved !== 'boolean') return null
  const show = (saved: boolean) =>
    client.setQueryData<PageView>(options.queryKey, known => known && { ...known, parts: { ...known.parts, saved } })
  const toggle = async () => {
    track('confluence.favourite.click', { contentId: pageId, isSaved: !isSaved })
    show(!isSaved)
    try {
      await (isSaved
        ? call(unsavePage, { params: { id: pageId } })
        : call(savePage, { params: { id: pageId }, body: {} }))
      await invalidate(client, listSaved)
    } catch (error) {
      show(isSaved)
      showFailure(t('The page could not be saved for later'), error)
    }
  }
  return <SaveButtonView isSaved={isSaved} reader={reader} onToggle={() => void toggle()} />
}
