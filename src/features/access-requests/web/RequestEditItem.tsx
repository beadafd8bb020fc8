import { t } from '#platform/web/i18n.ts'
import { showFailure, showSuccess } from '#platform/web/ui/toast-store.ts'
import { useEditRequest } from './edit-request.ts'

/** Menu entry for readers who may not edit the page because of a restriction. */
export function RequestEditItem({ pageId, close }: { pageId: string; close: () => void }) {
  const { state, ask } = useEditRequest(pageId)
  if (state !== 'possible') return null
  const run = async () => {
    close()
    try {
      await ask()
      showSuccess(t('Your request to edit this page is on its way'))
    } catch (error) {
      showFailure(t('Your request could not be sent'), error)
    }
  }
  return (
    <button type="button" className="ox-panel-item" onClick={() => void run()}>
      {t('Request edit access')}
    </button>
  )
}
