import { createElement } from 'react'
import { t } from '#platform/web/i18n.ts'
import { showFailure } from '#platform/web/ui/toast-store.ts'
import { PageDialog } from '../page-dialog.ts'
import type { LinkedDiagram } from './useUnlink.ts'

/** Asks for the name of an independent copy of a diagram that a viewed page shows, and reloads the page with it. */
export async function openUnlink(diagram: LinkedDiagram): Promise<void> {
  try {
    const { ToolbarUnlinkDialog } = await import('./UnlinkDialogs.tsx')
    new PageDialog(close =>
      createElement(ToolbarUnlinkDialog, { diagram, onUnlinked: reloadUnlinked, onClose: close }),
    ).show()
  } catch (error) {
    showFailure(t('The dialog could not be opened'), error)
  }
}

function reloadUnlinked(): void {
  const address = new URL(location.href)
  address.hash = ''
  address.searchParams.delete('linked')
  address.searchParams.set('unlinked', 'true')
  location.assign(address)
}
