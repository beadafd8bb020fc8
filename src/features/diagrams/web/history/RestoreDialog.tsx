import type { ResponseOf } from '#platform/contract.ts'
import { ApiError } from '#platform/web/api-error.ts'
import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { useInvalidate } from '#platform/web/query.ts'
import { ConfirmDialog } from '#platform/web/ui/Dialog.tsx'
import { showFailure, showSuccess } from '#platform/web/ui/toast-store.ts'
import { listAttachmentVersions } from '#features/attachments/view-contract.ts'
import { loadDiagram } from '../../contract.ts'
import { restoreDiagram } from '../../versions-contract.ts'
import { versionHref, type HistoryPlace } from './history-address.ts'

interface RestoreDialogProps {
  diagram: Pick<ResponseOf<typeof loadDiagram>, 'pageId' | 'name' | 'latest'>
  place: HistoryPlace
  version: number
  onClose: () => void
}

/** Asks once, restores, and offers to undo it: the version that was the newest is restored then. */
export function RestoreDialog({ diagram: { pageId, name, latest }, place, version, onClose }: RestoreDialogProps) {
  const invalidate = useInvalidate()
  const refresh = () => invalidate(listAttachmentVersions, loadDiagram)
  const undo = async (restored: number) => {
    try {
      await call(restoreDiagram, { body: { pageId, name, version: latest, latest: restored } })
      showSuccess(t('Version {{version}} is the newest again', { version: latest }))
    } catch (error) {
      showFailure(t('The version could not be restored'), error)
    }
    await refresh()
  }
  const confirm = async () => {
    try {
      const { version: restored } = await call(restoreDiagram, { body: { pageId, name, version, latest } })
      showSuccess(t('Version {{version}} is restored as version {{restored}}', { version, restored }), {
        action: { label: t('Undo'), run: () => void undo(restored) },
        closeAfter: 12_000,
      })
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error
      await refresh()
      throw new Error(
        t('Another user has saved this diagram. The new version is in the list; look at it before you restore.'),
        { cause: error },
      )
    }
    await refresh()
    navigateTo(versionHref(place))
  }
  return (
    <ConfirmDialog
      title={t('Restore version {{number}}?', { number: version })}
      confirmLabel={t('Restore')}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        {t(
          'It becomes version {{next}}, which pages show that follow the newest version. All versions stay: version {{latest}} can be restored likewise.',
          { next: latest + 1, latest },
        )}
      </p>
    </ConfirmDialog>
  )
}
