import type { Island } from '#features/content/web/index.ts'
import { t } from '#platform/web/i18n.ts'
import { VIEWER_EVENTS } from '../analytics-shared.ts'
import { trackViewer } from './analytics.ts'
import { openEmbedDialog } from './embed-dialog.ts'
import { fitImageMap } from './image-map.ts'
import type { EmbedRequest } from './embed-request.ts'
import { moreItems, moreMenu } from './more-menu.ts'
import { offerModules } from './page-facade.ts'
import { titleWidth } from './title-width.ts'

/** Minimum width of a diagram for a title, px. */
export const TOO_SMALL = 200

/** Enhances a diagram of a page. @returns a function that stops it */
const island: Island = container => {
  offerModules(window as { GLIFFY?: unknown })
  trackViewer(VIEWER_EVENTS.shown, container.dataset['filename'] ?? '')
  const ends = [fitImageMap(container), addToolbar(container)]
  return () => ends.forEach(end => end())
}
export default island

/** Adds a toolbar, shown on hover and focus. @returns a function that removes it */
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
  if (full) {
    const fullscreen = link('gliffy-toolbar-full', full, t('Fullscreen'))
    fullscreen.addEventListener('click', () => trackViewer(VIEWER_EVENTS.fullscreen, filename))
    actions.append(fullscreen)
  }
  if (container.dataset['embedLinkEnabled'] === 'true')
    actions.append(
      embedButton({ ownerPageId: ceoid, name: filename, ...(version ? { version: Number(version) } : {}) }),
    )
  const more =
    edit && isLinked ? moreMenu(moreItems({ ceoid }), () => trackViewer(VIEWER_EVENTS.linked, filename)) : undefined
  if (more) actions.append(more.element)
  toolbar.append(title, suffix, actions)
  container.prepend(toolbar)

  const fit = () => {
    const { width } = container.getBoundingClientRect()
    const isSmall = width < TOO_SMALL
    title.hidden = isSmall
    suffix.hidden = isSmall || !version
    title.style.maxWidth = `${titleWidth(width, { isLinked, version: suffix.offsetWidth })}px`
    // A small diagram's toolbar is as wide as its buttons.
    toolbar.style.minWidth = isSmall ? `${actions.offsetWidth}px` : ''
    place(toolbar, container)
  }
  const observer = new ResizeObserver(fit)
  observer.observe(container)
  const events = new AbortController()
  const { signal } = events
  container.addEventListener('pointerenter', fit, { signal })
  container.addEventListener('focusin', fit, { signal })
  document.addEventListener(
    'scroll',
    () => {
      if (toolbar.dataset['fixed'] !== undefined) place(toolbar, container)
    },
    { capture: true, passive: true, signal },
  )
  fit()
  return () => {
    observer.disconnect()
    events.abort()
    more?.end()
    toolbar.remove()
  }
}

/** Positions the toolbar above the diagram, fixed to the window so that no ancestor clips it, such as a wide table. */
function place(toolbar: HTMLElement, container: HTMLElement): void {
  toolbar.removeAttribute('data-fixed')
  toolbar.style.translate = ''
  const { top, left, right } = container.getBoundingClientRect()
  const { width, height } = toolbar.getBoundingClientRect()
  const edge = right - width >= 0 ? 'end' : 'start'
  toolbar.dataset['edge'] = edge
  if (top - height >= (clippingParent(container)?.getBoundingClientRect().top ?? -Infinity)) return
  toolbar.dataset['fixed'] = ''
  // Some ancestors are the containing block of fixed elements.
  const at = toolbar.getBoundingClientRect()
  toolbar.style.translate = `${(edge === 'end' ? right - width : left) - at.left}px ${top - height - at.top}px`
}

/** The nearest clipping ancestor, such as a wide table. */
function clippingParent(element: HTMLElement): HTMLElement | undefined {
  for (let parent = element.parentElement; parent && parent !== document.body; parent = parent.parentElement) {
    if (getComputedStyle(parent).overflowY !== 'visible') return parent
  }
  return undefined
}

function embedButton(request: EmbedRequest): HTMLElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'gliffy-toolbar-embed'
  button.textContent = t('Embed')
  button.setAttribute('aria-haspopup', 'dialog')
  button.addEventListener('click', () => openEmbedDialog(request))
  return button
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
