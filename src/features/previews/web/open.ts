import { createElement, type ReactNode } from 'react'
import { t } from '#platform/web/i18n.ts'
import { shared } from '#platform/web/shared.ts'
import { track } from '#platform/web/tracking.ts'
import { showToast } from '#platform/web/ui/toast-store.ts'
import type { PreviewAddress, PreviewMode } from './address.ts'

export interface PreviewerProps {
  address: PreviewAddress
  onClose: () => void
}

/** The layer open over the page; its code is loaded with the first file. */
export const opened = shared<((close: () => void) => ReactNode) | undefined>(undefined)

/** Opens the previewer; a message says when its code cannot be loaded. */
export async function openPreview(address: PreviewAddress): Promise<void> {
  try {
    const { Previewer } = await import('./Previewer.tsx')
    track('confluence.preview.open', { contentId: address.pageId, mode: address.mode })
    opened.set(close => createElement(Previewer, { address, onClose: close }))
  } catch {
    showToast({ kind: 'error', title: t('We were unable to load the file previewer') })
  }
}

const EMBEDDED =
  ':is(a.confluence-embedded-file, img.confluence-embedded-image, table.gallery a)[data-linked-resource-id]'
const LISTED = '[data-linked-resource-id] a.filename[data-native]'

/** The preview that a click on an element opens; undefined where it does something else. */
export function previewAt(target: EventTarget | null): PreviewAddress | undefined {
  if (!(target instanceof Element) || target.closest('.ProseMirror')) return undefined
  const listed = target.closest<HTMLAnchorElement>(LISTED)
  if (listed) {
    const fileId = listed.closest<HTMLElement>('[data-linked-resource-id]')?.dataset['linkedResourceId']
    const pageId = /\/download\/attachments\/(\d+)\//.exec(listed.pathname)?.[1]
    const mode: PreviewMode = listed.closest('.ox-space-files') ? 'simple' : 'full'
    return fileId && pageId ? { fileId, pageId, mode } : undefined
  }
  const embedded = target.closest<HTMLElement>(EMBEDDED)
  const { linkedResourceId: fileId, linkedResourceContainerId: pageId } = embedded?.dataset ?? {}
  // A picture inside a link leads where the link does.
  if (!embedded || !fileId || !pageId || (embedded.matches('img') && embedded.closest('a[href]'))) return undefined
  const comment = embedded.closest('.ox-comment')
  if (!comment) return { fileId, pageId, mode: 'full' }
  const among = [...comment.querySelectorAll<HTMLElement>(EMBEDDED)].flatMap(file =>
    file.closest('.ox-comment') === comment ? (file.dataset['linkedResourceId'] ?? []) : [],
  )
  return { fileId, pageId, mode: 'comment', among }
}
