import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { allOf } from '#platform/web/query.ts'
import { Icon } from '#platform/web/ui/Icon.tsx'
import { showFailure } from '#platform/web/ui/toast-store.ts'
import type { PageView } from '#features/content/contract.ts'
import { pageViewOptions } from '#features/content/web/index.ts'
import { listSaved, savedTitle, savePage, unsavePage } from '../contract.ts'

/** Keeps the page in the reader's list, at once; taken back when the server refuses. The server draws the same button. */
export function SaveButton({ pageId }: { pageId: string }) {
  const client = useQueryClient()
  const options = pageViewOptions(pageId)
  const { data: view } = useQuery(options)
  const isSaved = view?.parts['saved']
  // Visitors who are not signed in have no list.
  if (typeof isSaved !== 'boolean') return null
  const show = (saved: boolean) =>
    client.setQueryData<PageView>(options.queryKey, known => known && { ...known, parts: { ...known.parts, saved } })
  const toggle = async () => {
    show(!isSaved)
    try {
      await (isSaved ? call(unsavePage, { params: { id: pageId } }) : call(savePage, { params: { id: pageId }, body: {} }))
      await client.invalidateQueries({ queryKey: allOf(listSaved) })
    } catch (error) {
      show(isSaved)
      showFailure(t('The page could not be saved for later'), error)
    }
  }
  const label = t(savedTitle(isSaved))
  return (
    <button type="button" id="page-favourite" className="ox-icon-button" aria-label={label} aria-pressed={isSaved} data-tooltip={label} onClick={() => void toggle()}>
      <Icon name="bookmark" />
    </button>
  )
}
