import type { Island, IslandContext } from '#features/content/web/index.ts'
import { t } from '#platform/web/i18n.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { showFailure } from '#platform/web/ui/toast-store.ts'
import { VIEWER_EVENTS } from '../analytics-shared.ts'
import { trackViewer } from './analytics.ts'
import { copyItem } from './copy/open.ts'
import { listDiagram } from './DiagramsPanel.tsx'
import { openEmbedDialog } from './embed-dialog.ts'
import { fitImageMap } from './image-map.ts'
import { moreMenu, type MoreItem } from './more-menu.ts'
import { offerModules } from './page-facade.ts'
import { titleWidth } from './title-width.ts'
import { openUnlink } from './unlink/open.ts'
import { chooseEdited } from './versions/offer.ts'

/** Minimum width of a diagram for a title, px. */
export const TOO_SMALL = 200
/** Reserved for the title and the version beside the buttons, px. */
const TITLE_ROOM = 100

/** Enhances a diagram of a page. @returns a function that stops it */
const island: Island = (container, context) => {
  offerModules(window as { GLIFFY?: unknown })
  trackViewer(VIEWER_EVENTS.shown, container.dataset['filename'] ?? '')
  const ends = [listDiagram(container), fitImageMap(container), addToolbar(container, context)]
  return () => ends.forEach(end => end())
}
export default island

/** Adds a toolbar, shown on hover and focus. @returns a function that removes it */
function addToolbar(container: HTMLElement, context: IslandContext): () => void {
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
  if (edit) actions.append(editLink(container, context, edit))
  if (full) {
    const fullscreen = link('gliffy-toolbar-full', full, t('Fullscreen'))
    fullscreen.addEventListener('click', () => trackViewer(VIEWER_EVENTS.fullscreen, filename))
    actions.append(fullscreen)
  }
  const copy = edit && !container.closest('.ox-comment') ? copyItem(container, context) : undefined
  if (copy && !isLinked) actions.append(button('gliffy-toolbar-copy', copy))
  if (container.dataset['embedLinkEnabled'] === 'true')
    actions.append(
      button('gliffy-toolbar-embed', {
        label: t('Embed'),
        onChoose: () =>
          openEmbedDialog({ ownerPageId: ceoid, name: filename, ...(version ? { version: Number(version) } : {}) }),
      }),
    )
  const more = edit && isLinked ? moreMenu([...(copy ? [copy] : []), ...moreItems(container, context)]) : undefined
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
    // The buttons leave the title some room.
    toolbar.style.maxWidth = isSmall ? '' : `max(100%, ${actions.offsetWidth + TITLE_ROOM}px)`
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

/** Leads to the editor; of a pinned diagram one may choose which version to edit. */
function editLink({ dataset }: HTMLElement, { contentId: pageId }: IslandContext, href: string): HTMLAnchorElement {
  const made = link('gliffy-toolbar-edit', href, t('Edit'))
  const { ceoid: ownerPageId = '', filename: name = '', version } = dataset
  if (!version) return made
  made.addEventListener('click', event => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void chooseEdited({ ownerPageId, name, version: Number(version), pageId }, edited => {
      const number = edited === 'pinned' ? 'attachmentVersion' : 'originalAttachmentVersion'
      navigateTo(`${href}&isPinned=true&${number}=${version}`)
    }).catch((error: unknown) => showFailure(t('The dialog could not be opened'), error))
  })
  return made
}

/** Actions for a diagram of another page. */
function moreItems(container: HTMLElement, { contentId, mayUpdate }: IslandContext): MoreItem[] {
  const { filename: name = '', ceoid: ownerPageId = '', version } = container.dataset
  const diagram = {
    ownerPageId,
    name,
    version: version ? Number(version) : undefined,
    pageId: contentId,
    isInline: false,
  }
  const unlink = {
    label: t('Unlink Diagram'),
    onChoose: () => {
      trackViewer(VIEWER_EVENTS.unlink, name)
      void openUnlink(diagram)
    },
  }
  return [
    // It changes the page; a comment cannot have files.
    ...(mayUpdate && !container.closest('.ox-comment') ? [unlink] : []),
    {
      label: t('View Attachment'),
      href: `/pages/viewpageattachments.action?pageId=${encodeURIComponent(ownerPageId)}`,
      onChoose: () => trackViewer(VIEWER_EVENTS.linked, name),
    },
  ]
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

function link(name: string, href: string, label: string): HTMLAnchorElement {
  const made = document.createElement('a')
  made.className = name
  made.href = href
  made.textContent = label
  return made
}

function button(name: string, { label, onChoose }: MoreItem): HTMLElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.className = name
  made.textContent = label
  made.setAttribute('aria-haspopup', 'dialog')
  made.addEventListener('click', onChoose)
  return made
}

function element(name: string, className: string): HTMLElement {
  const made = document.createElement(name)
  made.className = className
  return made
}
