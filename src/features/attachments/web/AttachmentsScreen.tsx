import Paperclip from 'lucide-react/icons/paperclip'
import { lazy, Suspense } from 'react'
import type { ScreenProps } from '#platform/web/feature.ts'
import { formatBytes } from '#platform/web/format.ts'
import { t } from '#platform/web/i18n.ts'
import { growingList } from '#platform/web/lists.ts'
import { useEndpoint, usePages } from '#platform/web/query.ts'
import { useReader } from '#platform/web/reader.ts'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { FileDrop } from '#platform/web/ui/FileDrop.tsx'
import { Listing } from '#platform/web/ui/Listing.tsx'
import { getPageHead, type PageHead } from '#features/page-tools/contract.ts'
import { pageIdIn, ToolFrame } from '#features/page-tools/web/index.ts'
import { listAttachmentViews } from '../view-contract.ts'
import { FileTable } from '../view/FileTable.tsx'
import { AttachmentRow } from './AttachmentRow.tsx'
import { useUploads } from './useUploads.ts'

const UploadDialog = lazy(() => import('./UploadDialog.tsx'))

export default function AttachmentsScreen({ search }: ScreenProps) {
  const { data: head } = useEndpoint(getPageHead, { params: { id: pageIdIn(search) } })
  const highlighted = [search['highlight']].flat()[0]
  return head ? <Attachments key={head.id} head={head} highlighted={highlighted} /> : null
}

function Attachments({ head, highlighted }: { head: PageHead; highlighted: string | undefined }) {
  const reader = useReader()
  const files = usePages(listAttachmentViews, { params: { id: head.id } })
  const first = files.data?.pages[0] as { mayAttach?: boolean; maxSize?: number; chunkSize?: number } | undefined
  const maxSize = first?.maxSize ?? Number.POSITIVE_INFINITY
  const uploads = useUploads({ pageId: head.id, spaceKey: head.space.key })
  return (
    <ToolFrame head={head} title={t('Attachments')} tool="attachments">
      {first?.mayAttach && (
        <div className="ox-upload-drop">
          <FileDrop
            onFiles={chosen => uploads.begin(chosen, { maxSize, chunkSize: first.chunkSize ?? 0 })}
            hint={t('Up to {{size}} each. A file whose name is taken becomes its next version.', {
              size: formatBytes(maxSize),
            })}
          />
        </div>
      )}
      <Listing
        list={growingList(files)}
        failure={t('The list could not be read')}
        empty={
          <EmptyState icon={<Paperclip size={20} />} title={t('There are currently no attachments on this page.')}>
            {first?.mayAttach &&
              t('Files that you attach can be shown in the page and downloaded by everyone who sees it.')}
          </EmptyState>
        }
      >
        {rows => (
          <FileTable
            id="attachments"
            className="ox-list ox-attachments"
            reader={reader}
            third={t('Version')}
            actions={
              <th>
                <span className="ox-visually-hidden">{t('Actions')}</span>
              </th>
            }
          >
            {rows.map(file => (
              <AttachmentRow key={file.id} pageId={head.id} file={file} isHighlighted={file.name === highlighted} />
            ))}
          </FileTable>
        )}
      </Listing>
      {uploads.isOpen && (
        <Suspense>
          <UploadDialog queue={uploads.queue} onClose={uploads.close} />
        </Suspense>
      )}
    </ToolFrame>
  )
}
