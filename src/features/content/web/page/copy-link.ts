import { t } from '#platform/web/i18n.ts'
import { showSuccess, showToast } from '#platform/web/ui/toast-store.ts'

/** Copies an address and confirms. */
export async function copyLink(href: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(href)
    showSuccess(t('Link copied'))
  } catch {
    showToast({ kind: 'error', title: t('The link could not be copied'), body: href })
  }
}
