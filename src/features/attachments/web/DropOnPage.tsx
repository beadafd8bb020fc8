import { useQueryClient } from '@tanstack/react-query'
import Upload from 'lucide-react/icons/upload'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { hasModal } from '#platform/web/modal.ts'
import { queryOptionsFor } from '#platform/web/query.ts'
import { showFailure } from '#platform/web/ui/toast-store.ts'
import { pageViewOptions } from '#features/content/web/index.ts'
import { listAttachmentViews } from '../view-contract.ts'
import { PROGRESS_DIALOG_ID, type Drop } from './drop.ts'

const Uploading = lazy(() => import('./Uploading.tsx'))

/** Attaches files dropped on a page in view mode. */
export function DropOnPage({ pageId, spaceKey }: { pageId: string; spaceKey: string }) {
  const client = useQueryClient()
  const [isOver, setOver] = useState(false)
  const [drops, setDrops] = useState<readonly Drop[]>([])
  const depth = useRef(0)

  const takes = (event: DragEvent) =>
    event.dataTransfer?.types.includes('Files') === true &&
    client.getQueryData(pageViewOptions(pageId).queryKey)?.permissions.createAttachment === true &&
    document.querySelector('.disable-attachment-uploader') === null &&
    !isBehindDialog()

  const onDrag = useEffectEvent((event: DragEvent) => {
    if (!takes(event)) return refuseBehindDialog(event)
    if (event.type === 'dragenter') depth.current++
    if (event.type === 'dragleave') depth.current = Math.max(0, depth.current - 1)
    if (event.type === 'dragover') event.preventDefault()
    setOver(depth.current > 0)
  })
  const onDrop = useEffectEvent(async (event: DragEvent) => {
    depth.current = 0
    setOver(false)
    if (event.defaultPrevented || !takes(event)) return
    event.preventDefault()
    const files = [...(event.dataTransfer?.files ?? [])]
    try {
      const { maxSize, chunkSize } = await client.fetchQuery(
        queryOptionsFor(listAttachmentViews, { params: { id: pageId }, query: { limit: 1 } }),
      )
      setDrops(before => [...before, { files, maxSize, chunkSize }])
    } catch (error) {
      showFailure(t('The files could not be attached'), error)
    }
  })
  useEffect(() => {
    const drag = (event: DragEvent) => onDrag(event)
    const drop = (event: DragEvent) => void onDrop(event)
    for (const name of ['dragenter', 'dragover', 'dragleave'] as const) document.addEventListener(name, drag)
    document.addEventListener('drop', drop)
    return () => {
      for (const name of ['dragenter', 'dragover', 'dragleave'] as const) document.removeEventListener(name, drag)
      document.removeEventListener('drop', drop)
    }
  }, [])
  return (
    <>
      {isOver && (
        <div className="ox-drop-veil" aria-hidden="true">
          <Upload size={20} />
          {t('Drop files here to attach them')}
        </div>
      )}
      {drops.length > 0 && (
        <Suspense>
          <Uploading
            pageId={pageId}
            spaceKey={spaceKey}
            drops={drops}
            onClose={begun => setDrops(before => before.filter(drop => !begun.has(drop)))}
          />
        </Suspense>
      )}
    </>
  )
}

/** Whether a dialog is open above the page; the upload dialog accepts further files. */
function isBehindDialog(): boolean {
  return hasModal() && document.getElementById(PROGRESS_DIALOG_ID) === null
}

/** Prevents the browser from opening a file dropped outside a drop zone. */
function refuseBehindDialog(event: DragEvent): void {
  if (
    event.type !== 'dragover' ||
    event.defaultPrevented ||
    !event.dataTransfer?.types.includes('Files') ||
    !isBehindDialog()
  )
    return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'none'
}
