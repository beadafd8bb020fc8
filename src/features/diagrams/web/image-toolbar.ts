import type { Island } from '#features/content/web/index.ts'
import { t } from '#platform/web/i18n.ts'
import { fitImageMap } from './image-map.ts'
import { moreItems, moreMenu } from './more-menu.ts'
import { offerModules } from './page-facade.ts'
import { titleWidth } from './title-width.ts'

/** A diagram narrower than so many px has no room for its title. */
export const TOO_SMALL = 200

/** Brings a diagram of a page to life. Returns a function that ends it. */
const island: Island = container => {
  offerModules(window as { GLIFFY?: unknown })
  const ends = [fitImageMap(container), addToolbar(container)]
  return () => ends.forEach(end => end())
}
export default island

/** Gives a diagram its toolbar, which shows while the pointer or the focus is on it. Returns a function that takes it away. */
function addToolbar(container: HTMLElement): () => void {
  const { full, edit, filename = '', version, chrome, islinked, ceoid = '' } = container.dataset
  const isLinked = islinked === 'true'
  if (chrome === 'min' || (!full && !edit)) return () => undefined
  const toolbar = element('span', 'gliffy-toolbar')
  toolbar.setAttribute('role', 'group')
  toolbar.setAttribute('aria-label', t('Diagram {{name}}', { name: filename }))
  const title = element('span', 'gliffy-toolbar-title')
  title.textContent = filename
  const suffix = element('span', 'gliffy-toolbar-version')
  if (version) suffix.textContent = t('v. {{version}}', { version })
  const actions = element('span', 'gliffy-toolbar-actions')
  if (edit) actions.append(link('gliffy-toolbar-edit', edit, t('Edit')))
  if (full) actions.append(link('gliffy-toolbar-full', full, t('Fullscreen')))
  const more = edit && isLinked ? moreMenu(moreItems({ ceoid })) : undefined
  if (more) actions.append(more.element)
  toolbar.append(title, suffix, actions)
  container.prepend(toolbar)

  const fit = () => {
    const { width } = container.getBoundingClientRect()
    const isSmall = width < TOO_SMALL
    title.hidden = isSmall
    suffix.hidden = isSmall || !version
    title.style.maxWidth = `${titleWidth(width, { isLinked, version: suffix.offsetWidth })}px`
    // What the buttons need: the toolbar of a small diagram is as wide as they are.
    toolbar.style.minWidth = isSmall ? `${actions.offsetWidth}px` : ''
    place(toolbar, container)
  }
  const observer = new ResizeObserver(fit)
  observer.observe(container)
  const events = new AbortController()
  const { signal } = events
  container.addEventListener('pointerenter', fit, { signal })
  container.addEventListener('focusin', fit, { signal })
  document.addEventListener('scroll', () => {
    if (toolbar.dataset['fixed'] !== undefined) place(toolbar, container)
  }, { capture: true, passive: true, signal })
  fit()
  return () => {
    observer.disconnect()
    events.abort()
    more?.end()
    toolbar.remove()
  }
}

/**
 * Puts the toolbar above the diagram, where it covers none of it. What cuts off there, such as a wide table, does not cut
 * off what is fixed to the window.
 */
function place(toolbar: HTMLElement, container: HTMLElement): void {
  toolbar.removeAttribute('data-fixed')
  toolbar.style.translate = ''
  const { top, left, right } = container.getBoundingClientRect()
  const { width, height } = toolbar.getBoundingClientRect()
  const edge = right - width >= 0 ? 'end' : 'start'
  toolbar.dataset['edge'] = edge
  if (top - height >= (clippingParent(container)?.getBoundingClientRect().top ?? -Infinity)) return
  toolbar.dataset['fixed'] = ''
  // Some parents are what is fixed within them is placed by, instead of the window.
  const at = toolbar.getBoundingClientRect()
  toolbar.style.translate = `${(edge === 'end' ? right - width : left) - at.left}px ${top - height - at.top}px`
}

/** What cuts off what reaches beyond it, such as a wide table. */
function clippingParent(element: HTMLElement): HTMLElement | undefined {
  for (let parent = element.parentElement; parent && parent !== document.body; parent = parent.parentElement) {
    if (getComputedStyle(parent).overflowY !== 'visible') return parent
  }
  return undefined
}

function link(name: string, href: string, label: string): HTMLAnchorElement {
  const made = document.createElement('a')
  made.className = name
  made.href = href
  made.textContent = label
  return made
}

function element(name: string, className: string): HTMLElement {
  const made = document.createElement(name)
  made.className = className
  return made
}
