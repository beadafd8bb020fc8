import type { Island } from '#features/content/web/index.ts'
import { t } from '#platform/web/i18n.ts'
import { badgeText } from '../shared.ts'
import { previewAt } from './open.ts'

/** Makes an embedded picture reachable by keys, and shows how many comments a file has. */
export const embeddedFile: Island = file => {
  const added: HTMLElement[] = []
  if (file instanceof HTMLImageElement && previewAt(file)) {
    file.tabIndex = 0
    file.setAttribute('role', 'button')
    file.setAttribute(
      'aria-label',
      t('Preview of {{name}}', { name: file.alt || (file.dataset['linkedResourceDefaultAlias'] ?? '') }),
    )
  }
  const count = Number(file.dataset['unresolvedCommentCount'])
  const text = badgeText(count)
  if (text !== undefined) {
    const badge = document.createElement('span')
    badge.className = 'ox-file-badge'
    badge.textContent = text
    badge.setAttribute('role', 'img')
    badge.setAttribute('aria-label', t('{{count}} comments', { count }))
    file.after(badge)
    added.push(badge)
  }
  return () => {
    for (const element of added) element.remove()
  }
}
