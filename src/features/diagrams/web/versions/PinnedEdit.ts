import { useEffect } from 'react'
import { takePinnedEdit } from './edit-record.ts'
import { offerLatest } from './offer.ts'
import { unpinOnPage } from './unpin.ts'

/** Consequences for a page of a diagram that was edited: read once, when the page is shown. */
export default function PinnedEdit({ pageId }: { pageId: string }): null {
  useEffect(() => {
    const edit = takePinnedEdit()
    if (!edit || (edit.pageId !== undefined && edit.pageId !== pageId)) return
    const { name, ceoid, version } = edit
    const shown = [...document.querySelectorAll<HTMLElement>('#main-content .gliffy-container')]
    void offerLatest(edit, {
      pageId,
      isShown: () =>
        shown.some(
          ({ dataset }) =>
            dataset['filename'] === name && dataset['ceoid'] === ceoid && dataset['version'] === String(version),
        ),
      unpin: async () => {
        await unpinOnPage(pageId, { name, ownerPageId: Number(ceoid), version })
        location.reload()
      },
    })
  }, [pageId])
  return null
}
