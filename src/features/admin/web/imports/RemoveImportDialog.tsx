import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { LazyConfirmDialog } from '#platform/web/ui/LazyConfirmDialog.tsx'
import { elevated } from '#features/accounts/web/index.ts'
import { deleteSpaceImport, type SpaceImportView } from '#features/space-import/contract.ts'

interface RemoveImportDialogProps {
  row: Pick<SpaceImportView, 'id' | 'fileName'>
  onRemoved: () => void | Promise<void>
  onClose: () => void
}

/** Asks before an import is removed from the list. */
export function RemoveImportDialog({ row: { id, fileName: name }, onRemoved, onClose }: RemoveImportDialogProps) {
  return (
    <LazyConfirmDialog
      title={t('Remove the import of {{name}}?', { name })}
      confirmLabel={t('Remove')}
      isDangerous
      onClose={onClose}
      onConfirm={async () => {
        await elevated(() => call(deleteSpaceImport, { params: { id } }))
        await onRemoved()
      }}
    >
      <p>{t('Its report and the uploaded file are deleted. Spaces that it has imported stay.')}</p>
    </LazyConfirmDialog>
  )
}
