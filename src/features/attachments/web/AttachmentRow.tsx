import Download from 'lucide-react/icons/download'
import Ellipsis from 'lucide-react/icons/ellipsis'
import History from 'lucide-react/icons/history'
import Pencil from 'lucide-react/icons/pencil'
import Trash from 'lucide-react/icons/trash-2'
import { lazy, Suspense, useState } from 'react'
import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { useInvalidate } from '#platform/web/query.ts'
import { useReader } from '#platform/web/reader.ts'
import { Slot } from '#platform/web/slots.tsx'
import { ConfirmDialog } from '#platform/web/ui/Dialog.tsx'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { Menu, MenuItem } from '#platform/web/ui/Menu.tsx'
import { showFailure, showSuccess } from '#platform/web/ui/toast-store.ts'
import { getPageView, updateContent } from '#features/content/contract.ts'
import { getPageHead } from '#features/page-tools/contract.ts'
import { deleteAttachment } from '../contract.ts'
import { fileIconOf } from '../file-icons-shared.ts'
import { listAttachmentViews, type AttachmentView } from '../view-contract.ts'
import { attachmentRow } from '../view/AttachmentsView.tsx'
import { FileName } from '../view/FileName.tsx'
import { FileCells } from '../view/FileTable.tsx'

const EditDialog = lazy(() => import('./EditDialog.tsx'))
const VersionsDialog = lazy(() => import('./VersionsDialog.tsx'))

export interface AttachmentRowProps {
  pageId: string
  file: AttachmentView
  isHighlighted: boolean
}

declare module '#platform/web/slots.tsx' {
  interface Slots {
    /** Data of the question before a file is deleted. */
    'file.delete': { pageId: string; file: AttachmentView }
  }
}

/** Whether pages show it by special macros. */
function isShownByName({ niceType }: AttachmentView): boolean {
  return fileIconOf(niceType) === 'diagram'
}

type FileDialog = 'edit' | 'versions' | 'delete'

export function AttachmentRow({ pageId, file, isHighlighted }: AttachmentRowProps) {
  const reader = useReader()
  const [dialog, setDialog] = useState<FileDialog>()
  const close = () => setDialog(undefined)
  const { changed, remove } = useRemoval(pageId, file)
  const onDelete = () => {
    // Only users who may restore skip the confirmation, and not of what other pages may show.
    if (!file.may.restore || isShownByName(file)) return setDialog('delete')
    remove().catch((error: unknown) => showFailure(t('The file could not be deleted'), error))
  }
  return (
    <tr {...attachmentRow(file)} data-selected={isHighlighted || undefined}>
      <th scope="row">
        <FileName file={file} />
      </th>
      <FileCells file={file} reader={reader}>
        {file.version > 1 ? (
          <button
            type="button"
            className="ox-link-button"
            aria-label={t('Versions of {{name}}', { name: file.name })}
            onClick={() => setDialog('versions')}
          >
            v. {file.version}
          </button>
        ) : (
          <>v. {file.version}</>
        )}
      </FileCells>
      <td className="ox-row-actions">
        <FileMenu file={file} onOpen={setDialog} onDelete={onDelete} />
        <Suspense>
          {dialog === 'edit' && <EditDialog pageId={pageId} file={file} onChanged={changed} onClose={close} />}
          {dialog === 'versions' && <VersionsDialog pageId={pageId} file={file} onChanged={changed} onClose={close} />}
        </Suspense>
        {dialog === 'delete' && (
          <ConfirmDialog
            title={t('Delete “{{name}}”?', { name: file.name })}
            confirmLabel={t('Delete')}
            isDangerous
            onConfirm={remove}
            onClose={close}
          >
            <p>
              {t(
                'It goes to the trash, from where a space administrator can restore it. Pages that show it will show a gap.',
              )}
            </p>
            <Slot name="file.delete" context={{ pageId, file }} />
          </ConfirmDialog>
        )}
      </td>
    </tr>
  )
}

/** Deletes a file, with undo for users who may restore it. */
function useRemoval(pageId: string, file: AttachmentView) {
  const invalidate = useInvalidate()
  const changed = () => invalidate(listAttachmentViews, getPageHead, getPageView)
  const restore = async () => {
    try {
      await call(updateContent, { params: { id: file.id }, body: { type: 'attachment', status: 'current' } })
      await changed()
    } catch (error) {
      showFailure(t('The file could not be restored'), error)
    }
  }
  const remove = async () => {
    await call(deleteAttachment, { params: { id: pageId, aid: file.id } })
    await changed()
    showSuccess(
      t('“{{title}}” is in the trash', { title: file.name }),
      file.may.restore ? { action: { label: t('Undo'), run: () => void restore() }, closeAfter: 12_000 } : {},
    )
  }
  return { changed, remove }
}

interface FileMenuProps {
  file: AttachmentView
  onOpen: (dialog: FileDialog) => void
  onDelete: () => void
}

function FileMenu({ file, onOpen, onDelete }: FileMenuProps) {
  const label = t('Actions for {{name}}', { name: file.name })
  return (
    <Menu
      label={label}
      trigger={
        <IconButton size="small" label={label}>
          <Ellipsis />
        </IconButton>
      }
    >
      <MenuItem
        label={t('Download')}
        icon={<Download />}
        onAction={() => location.assign(`${file.downloadUrl}&download=true`)}
      />
      <MenuItem label={t('Versions…')} icon={<History />} onAction={() => onOpen('versions')} />
      {file.may.update && <MenuItem label={t('Edit…')} icon={<Pencil />} onAction={() => onOpen('edit')} />}
      {file.may.delete && <MenuItem label={t('Delete')} isDangerous icon={<Trash />} onAction={onDelete} />}
    </Menu>
  )
}
