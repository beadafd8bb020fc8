import { t } from '#platform/web/i18n.ts'
import { showToast } from '#platform/web/ui/toast-store.ts'

/** Puts an address on the clipboard and says so. */
export async function copyLink(href: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(href)
    showToast({ kind: 'success', title: t('Link copied') })
  } catch {
    showToast({ kind: 'error', title: t('The link could not be copied'), body: href })
  }
}
