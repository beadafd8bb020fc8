import { t } from '#platform/web/i18n.ts'

/** An item of a linked diagram's More menu: a link, or what it does. */
export interface MoreItem {
  label: string
  href?: string
  onChoose: () => void
}

/** A button with a dropdown menu, closed by a click, Escape, or when the pointer leaves it. */
export function moreMenu(items: readonly MoreItem[]): { element: HTMLElement; end: () => void } {
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
  for (const item of items) list.append(elementOf(item, () => show(false)))
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

function elementOf({ label, href, onChoose }: MoreItem, close: () => void): HTMLElement {
  const element = document.createElement(href === undefined ? 'button' : 'a')
  if (element instanceof HTMLAnchorElement) element.href = href ?? ''
  else {
    element.setAttribute('type', 'button')
    element.addEventListener('click', close)
  }
  element.textContent = label
  element.addEventListener('click', onChoose)
  return element
}
