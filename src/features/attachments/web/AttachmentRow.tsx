import { useQueryClient } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import Ellipsis from 'lucide-react/icons/ellipsis'
import History from 'lucide-react/icons/history'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import { lazy, Suspense, useState } from 'react'
import { TimeView } from '#platform/view/TimeView.tsx'
import { call } from '#platform/web/api.ts'
import { formatBytes } from '#platform/web/format.ts'
import { t } from '#platform/web/i18n.ts'
import { allOf } from '#platform/web/query.ts'
import { useReader } from '#platform/web/reader.ts'
import { ConfirmDialog } from '#platform/web/ui/Dialog.tsx'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { Menu, MenuItem } from '#platform/web/ui/Menu.tsx'
import { showFailure, showToast } from '#platform/web/ui/toast-store.ts'
import { getPageView, updateContent } from '#features/content/contract.ts'
import { getPageHead } from '#features/page-tools/contract.ts'
import { PersonNameView } from '#features/page-tools/view/index.ts'
import { deleteAttachment } from '../contract.ts'
import { listAttachmentViews, type AttachmentView } from '../view-contract.ts'
import { attachmentRow } from '../view/AttachmentsView.tsx'
import { FileName } from '../view/FileName.tsx'

const EditDialog = lazy(() => import('./EditDialog.tsx'))
const VersionsDialog = lazy(() => import('./VersionsDialog.tsx'))

export interface AttachmentRowProps {
  pageId: string
  file: AttachmentView
  isHighlighted: boolean
}

export function AttachmentRow({ pageId, file, isHighlighted }: AttachmentRowProps) {
  const client = useQueryClient()
  const reader = useReader()
  const [dialog, setDialog] = useState<'edit' | 'versions' | 'delete'>()
  const close = () => setDialog(undefined)
  const changed = () => Promise.all([listAttachmentViews, getPageHead, getPageView].map(endpoint => client.invalidateQueries({ queryKey: allOf(endpoint) })))
  const remove = async () => {
    await call(deleteAttachment, { params: { id: pageId, aid: file.id } })
    await changed()
    showToast({
      kind: 'success', title: t('“{{title}}” is in the trash', { title: file.name }),
      ...(file.may.restore ? { action: { label: t('Undo'), run: () => void restore() }, closeAfter: 12_000 } : {}),
    })
  }
  const restore = async () => {
    try {
      await call(updateContent, { params: { id: file.id }, body: { type: 'attachment', status: 'current' } })
      await changed()
    } catch (error) {
      showFailure(t('The file could not be restored'), error)
    }
  }
  const onDelete = () => {
    // Who can take it out of the trash again is not asked first.
    if (!file.may.restore) return setDialog('delete')
    remove().catch((error: unknown) =>
      showFailure(t('The file could not be deleted'), error))
  }
  return (
    <tr {...attachmentRow(file)} data-selected={isHighlighted || undefined}>
      <th scope="row">
        <FileName file={file} />
      </th>
      <td data-align="end">{formatBytes(file.size)}</td>
      <td>
        {file.version > 1 ? (
          <button type="button" className="ox-link-button" aria-label={t('Versions of {{name}}', { name: file.name })} onClick={() => setDialog('versions')}>
            v. {file.version}
          </button>
        ) : (
          <>v. {file.version}</>
        )}
      </td>
      <td>
        <PersonNameView person={file.author} reader={reader} />
      </td>
      <td>
        <TimeView at={file.at} reader={reader} />
      </td>
      <td className="ox-row-actions">
        <Menu
          label={t('Actions for {{name}}', { name: file.name })}
          trigger={
            <IconButton size="small" label={t('Actions for {{name}}', { name: file.name })}>
              <Ellipsis size={16} strokeWidth={1.75} aria-hidden />
            </IconButton>
          }
        >
          <MenuItem label={t('Download')} icon={<Download size={16} strokeWidth={1.75} aria-hidden />} onAction={() => location.assign(`${file.downloadUrl}&download=true`)} />
          <MenuItem label={t('Versions…')} icon={<History size={16} strokeWidth={1.75} aria-hidden />} onAction={() => setDialog('versions')} />
          {file.may.update && <MenuItem label={t('Edit…')} icon={<Pencil size={16} strokeWidth={1.75} aria-hidden />} onAction={() => setDialog('edit')} />}
          {file.may.delete && <MenuItem label={t('Delete')} isDangerous icon={<Trash size={16} strokeWidth={1.75} aria-hidden />} onAction={onDelete} />}
        </Menu>
        <Suspense>
          {dialog === 'edit' && <EditDialog pageId={pageId} file={file} onChanged={changed} onClose={close} />}
          {dialog === 'versions' && <VersionsDialog pageId={pageId} file={file} onChanged={changed} onClose={close} />}
        </Suspense>
        {dialog === 'delete' && (
          <ConfirmDialog title={t('Delete “{{name}}”?', { name: file.name })} confirmLabel={t('Delete')} isDangerous onConfirm={remove} onClose={close}>
            <p>{t('It goes to the trash, from where a space administrator can restore it. Pages that show it will show a gap.')}</p>
          </ConfirmDialog>
        )}
      </td>
    </tr>
  )
}
