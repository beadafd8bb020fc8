import { t } from '#platform/web/i18n.ts'

/** An item of a linked diagram's More menu. */
export interface MoreItem {
  label: string
  href: string
}

/** Items for a diagram of another page. */
export function moreItems({ ceoid }: { ceoid: string }): MoreItem[] {
  return [
    { label: t('View Attachment'), href: `/pages/viewpageattachments.action?pageId=${encodeURIComponent(ceoid)}` },
  ]
}

/**
 * A button with a dropdown menu, closed by a click, Escape, or when the pointer leaves it.
 * @param onChoose called when an item is followed
 */
export function moreMenu(items: readonly MoreItem[], onChoose: () => void): { element: HTMLElement; end: () => void } {
  const element = document.createElement('span')
  element.className = 'gliffy-toolbar-more'
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = t('More')
  button.setAttribute('aria-haspopup', 'true')
  button.setAttribute('aria-expanded', 'false')
  const list = document.createElement('span')
  list.className = 'gliffy-toolbar-menu'
  list.hidden = true
  for (const { label, href } of items) {
    const link = document.createElement('a')
    link.href = href
    link.textContent = label
    link.addEventListener('click', onChoose)
    list.append(link)
  }
  element.append(button, list)

  const show = (isOpen: boolean) => {
    list.hidden = !isOpen
    button.setAttribute('aria-expanded', String(isOpen))
  }
  const all = new AbortController()
  const { signal } = all
  button.addEventListener('click', () => show(Boolean(list.hidden)), { signal })
  element.addEventListener('mouseleave', () => show(false), { signal })
  element.addEventListener(
    'keydown',
    event => {
      if (event.key !== 'Escape' || list.hidden) return
      event.stopPropagation()
      show(false)
      button.focus()
    },
    { signal },
  )
  document.addEventListener(
    'click',
    event => {
      if (!element.contains(event.target as Node)) show(false)
    },
    { signal },
  )
  return { element, end: () => all.abort() }
}
