import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { t } from '#platform/web/i18n.ts'
import { invalidate } from '#platform/web/query.ts'
import { track } from '#platform/web/tracking.ts'
import { getPageView } from '#features/content/contract.ts'
import { getPageHead } from '#features/page-tools/contract.ts'
import { listAttachmentViews } from '../view-contract.ts'
import { sendFile, type UploadTarget } from './send-file.ts'
import { UploadQueue, type UploadLimits } from './upload-queue.ts'

/** Upload state of a page: queue, dialog visibility, start function. */
export function useUploads({ pageId, spaceKey }: UploadTarget) {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const queue = useMemo(
    () =>
      new UploadQueue(
        async (file, progress, signal, chunkSize) => {
          await sendFile({ pageId, spaceKey }, file, chunkSize, progress, signal)
          track('confluence.attachment.upload', { contentId: pageId, size: file.size })
        },
        {
          tooBig: (name, size) => t('{{name}} is too big to upload. Files must be less than {{size}}.', { name, size }),
          folder: name => t('{{name}} might be a folder or an unsupported file type.', { name }),
          extension: name => t('Files such as {{name}} may not be uploaded here.', { name }),
          removed: t('File was manually removed from the queue.'),
        },
        anyDone => {
          if (!anyDone) return
          for (const endpoint of [listAttachmentViews, getPageHead, getPageView]) void invalidate(client, endpoint)
        },
      ),
    [client, pageId, spaceKey],
  )
  useEffect(() => {
    const stop = () => queue.stop()
    const start = () => queue.start()
    window.addEventListener('offline', stop)
    window.addEventListener('online', start)
    return () => {
      window.removeEventListener('offline', stop)
      window.removeEventListener('online', start)
    }
  }, [queue])
  return {
    queue,
    isOpen,
    close: () => setOpen(false),
    begin: (files: readonly File[], limits: UploadLimits) => {
      if (files.length === 0) return
      setOpen(true)
      void queue.add(files, limits)
    },
  }
}
