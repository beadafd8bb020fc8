import type { Island } from '#features/content/web/index.ts'
import { t } from '#platform/web/i18n.ts'
import { moreItems, moreMenu } from './more-menu.ts'
import { offerModules } from './page-facade.ts'
import { titleWidth } from './title-width.ts'

/** A diagram narrower than so many px has no room for its title. */
export const TOO_SMALL = 200

/** Gives a diagram its toolbar, which shows while the pointer or the focus is on it. Returns a function that takes it away. */
const island: Island = container => {
  offerModules(window as { GLIFFY?: unknown })
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
  }
  const observer = new ResizeObserver(fit)
  observer.observe(container)
  fit()
  return () => {
    observer.disconnect()
    more?.end()
    toolbar.remove()
  }
}
export default island

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
