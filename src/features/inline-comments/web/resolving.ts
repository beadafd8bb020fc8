import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { track } from '#platform/web/tracking.ts'
import { showFailure, showSuccess, showToast } from '#platform/web/ui/toast-store.ts'
import { resolveInline } from '../contract.ts'

/** Resolves a thread or opens it again. @throws ApiError */
export async function setResolved(id: string, resolved: boolean, dangling = false): Promise<void> {
  const flag = (value: boolean) => (value ? 'true' : 'false')
  await call(resolveInline, { params: { id, resolved: flag(resolved), dangling: flag(dangling) }, body: {} })
  // Texts that are gone are no choice of the reader.
  if (!dangling) track('confluence.inline-comment.resolve', { contentId: id, isResolved: resolved })
}

/** Resolves threads whose text is gone, and says so. */
export async function resolveDangling(ids: readonly string[]): Promise<void> {
  try {
    for (const id of ids) await setResolved(id, true, true)
    showToast({
      title: t('The text of {{count}} comments is gone', { count: ids.length }),
      body: t('They are among the resolved comments of this page.'),
    })
  } catch (error) {
    showFailure(t('A comment whose text is gone could not be resolved'), error)
  }
}

/** Resolves a thread, with a way back. */
export async function resolveThread(id: string, refresh: () => Promise<void>): Promise<void> {
  await setResolved(id, true)
  await refresh()
  showSuccess(t('The comment is resolved'), {
    action: {
      label: t('Reopen'),
      run: () => {
        setResolved(id, false)
          .then(refresh)
          .catch((error: unknown) => showFailure(t('The comment could not be reopened'), error))
      },
    },
  })
}
