import { t } from '#platform/web/i18n.ts'
import { showFailure } from '#platform/web/ui/toast-store.ts'
import type { IslandContext } from '#features/content/web/index.ts'
import { VIEWER_EVENTS } from '../../analytics-shared.ts'
import { trackViewer } from '../analytics.ts'
import type { MoreItem } from '../more-menu.ts'
import type { Copying } from './copy-dialog.ts'

/** Opens the dialog "Copy To", which is loaded on demand. */
export async function openCopyTo(copying: Copying): Promise<void> {
  try {
    const { CopyToDialog } = await import('./copy-dialog.ts')
    await new CopyToDialog(copying).show()
  } catch (error) {
    showFailure(t('The dialog could not be opened'), error)
  }
}

/** Copies the diagram of a container as its page shows it. */
export function copyItem({ dataset }: HTMLElement, { contentId: pageId }: IslandContext): MoreItem {
  const { filename: name = '', ceoid = '', version } = dataset
  return {
    label: t('Copy Diagram'),
    onChoose: () => {
      trackViewer(VIEWER_EVENTS.copy, name)
      void openCopyTo({
        source: { pageId: ceoid, name, ...(version ? { version: Number(version) } : {}) },
        pageId,
        onSamePage: () => location.reload(),
      })
    },
  }
}
