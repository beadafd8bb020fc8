import type { Island } from '#features/content/web/index.ts'
import { EVERY_LEVEL } from '../shared.ts'
import { flyout } from './flyout.ts'
import { show } from './slide.ts'

/** Screens this narrow have the mobile variant of the tree; the style sheet says the same. */
const MOBILE = '(max-width: 640px)'
/** Before a spinner is shown, ms. */
const SPINNER_DELAY = { mobile: 250, desktop: 300 }
const LIST = 'ul.plugin_pagetree_children_list'

/** Lets a tree open and close. @returns a function that stops it */
const island: Island = macro => {
  const place = macro.querySelector<HTMLElement>('.plugin_pagetree_children')
  // Without its root, the tree is a message.
  return place ? new Tree(macro, place).start() : () => undefined
}
export default island

/** A failure in the words of the tree's settings. */
class TreeError extends Error {}

class Tree {
  readonly #macro: HTMLElement
  readonly #place: HTMLElement
  readonly #ended = new AbortController()

  constructor(macro: HTMLElement, place: HTMLElement) {
    this.#macro = macro
    this.#place = place
  }

  start(): () => void {
    const { signal } = this.#ended
    const narrow = matchMedia(MOBILE)
    const noteWidth = () => this.#field('mobile')?.setAttribute('value', String(narrow.matches))
    noteWidth()
    narrow.addEventListener('change', noteWidth, { signal })
    this.#macro.addEventListener('click', event => this.#clicked(event), { signal })
    this.#macro.addEventListener('keydown', pressButton, { signal })
    flyout(this.#macro, signal)
    // Until then, a click does nothing.
    this.#macro.dataset['started'] = ''
    return () => this.#ended.abort()
  }

  #clicked(event: MouseEvent): void {
    const at = (selector: string) =>
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(selector) : null
    const toggle = at('.plugin_pagetree_childtoggle')
    if (toggle) void this.#toggle(toggle)
    else if (at('.plugin_pagetree_expandall')) void this.#expandAll()
    else if (at('.plugin_pagetree_collapseall')) this.#collapseAll()
    const more = at('.plugin_pagetree_more > a')
    if (!more || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    void this.#showMore(more)
  }

  async #toggle(toggle: HTMLElement): Promise<void> {
    const container = this.#containerOf(toggle)
    if (!container) return
    if (toggle.ariaExpanded === 'true') {
      mark(toggle, false)
      show(container, false)
    } else if (container.querySelector(LIST)) {
      mark(toggle, true)
      show(container, true)
    } else {
      const pageId = toggle.dataset['pageId'] ?? ''
      await this.#whileBusy(container, async () => {
        const list = await this.#read(this.#address({ hasRoot: 'true', pageId }, 0))
        if (!list) return
        container.replaceChildren(list)
        mark(toggle, true)
        show(container, true)
      })
    }
  }

  async #expandAll(): Promise<void> {
    const root: Readonly<Record<string, string>> =
      this.#setting('noRoot') === 'true'
        ? { hasRoot: 'false', spaceKey: this.#setting('spaceKey') }
        : { hasRoot: 'true', pageId: this.#setting('rootPageId') }
    await this.#whileBusy(this.#place, async () => {
      const list = await this.#read(this.#address(root, EVERY_LEVEL))
      if (list) this.#place.replaceChildren(list)
    })
  }

  #collapseAll(): void {
    for (const toggle of this.#macro.querySelectorAll<HTMLElement>('.plugin_pagetree_childtoggle')) mark(toggle, false)
    for (const container of this.#macro.querySelectorAll<HTMLElement>('.plugin_pagetree_children_container'))
      container.hidden = true
  }

  /** Puts the rest of a level in the place of the link to it. */
  async #showMore(link: HTMLAnchorElement): Promise<void> {
    const item = link.parentElement
    if (!item) return
    await this.#whileBusy(item, async () => {
      const list = await this.#read(link.href)
      if (!list) return
      const added = [...list.children]
      item.replaceWith(...added)
      added[0]?.querySelector<HTMLElement>('.plugin_pagetree_children_span a')?.focus()
    })
  }

  /** The settings and the query that the old product's tree sends. */
  #address(root: Readonly<Record<string, string>>, startDepth: number): string {
    const query = new URLSearchParams({
      ...root,
      treeId: this.#setting('treeId'),
      startDepth: String(startDepth),
      mobile: this.#setting('mobile'),
    })
    // Not that of the search, which has the same name.
    for (const { value } of this.#macro.querySelectorAll<HTMLInputElement>('fieldset > input[name="ancestorId"]'))
      query.append('ancestors', value)
    query.append('treePageId', this.#setting('treePageId'))
    return `${this.#setting('treeRequestId')}&${query}`
  }

  /** The list at an address; undefined where it is none: the session has ended, and the browser goes to sign in. */
  async #read(address: string): Promise<Element | undefined> {
    const general = this.#setting('i18n-pagetree.eeror.general')
    const answer = await fetch(address, { signal: this.#ended.signal }).catch(() => {
      throw new TreeError(general)
    })
    if (answer.status === 403) throw new TreeError(this.#setting('i18n-pagetree.error.permission'))
    if (!answer.ok) throw new TreeError(general)
    const template = document.createElement('template')
    template.innerHTML = await answer.text()
    const list = template.content.querySelector(LIST)
    if (list) return list
    location.assign(this.#setting('loginUrl'))
    return undefined
  }

  /** Runs one task at a time in a part of the tree; a spinner is shown if it takes long, and a message if it fails. */
  async #whileBusy(part: HTMLElement, task: () => Promise<void>): Promise<void> {
    if (part.ariaBusy === 'true') return
    part.ariaBusy = 'true'
    part.querySelector(':scope > .error')?.remove()
    const spinner = message('plugin_pagetree_loading', 'status', this.#setting('i18n-pagetree.loading'))
    const delay = SPINNER_DELAY[this.#setting('mobile') === 'true' ? 'mobile' : 'desktop']
    const timer = setTimeout(() => {
      part.prepend(spinner)
      part.hidden = false
    }, delay)
    try {
      await task()
    } catch (error) {
      if (this.#ended.signal.aborted) return
      if (!(error instanceof TreeError)) throw error
      part.prepend(message('error', 'alert', error.message))
      part.hidden = false
    } finally {
      clearTimeout(timer)
      spinner.remove()
      part.ariaBusy = null
    }
  }

  #containerOf(toggle: HTMLElement): HTMLElement | null {
    return this.#macro.querySelector(`#${CSS.escape(toggle.getAttribute('aria-controls') ?? '')}`)
  }

  #field(name: string): HTMLInputElement | null {
    return this.#macro.querySelector(`fieldset.hidden > input[name="${name}"]`)
  }

  #setting(name: string): string {
    return this.#field(name)?.value ?? ''
  }
}

function mark(toggle: HTMLElement, isOpen: boolean): void {
  toggle.ariaExpanded = String(isOpen)
  for (const name of ['icon-section-opened', 'aui-iconfont-chevron-down']) toggle.classList.toggle(name, isOpen)
  for (const name of ['icon-section-closed', 'aui-iconfont-chevron-right']) toggle.classList.toggle(name, !isOpen)
}

/** Links that are buttons answer Enter and the space bar. */
function pressButton(event: KeyboardEvent): void {
  if (event.key !== 'Enter' && event.key !== ' ') return
  if (!(event.target instanceof HTMLElement) || !event.target.matches('a[role="button"]')) return
  event.preventDefault()
  event.target.click()
}

function message(className: string, role: string, text: string): HTMLElement {
  const made = document.createElement('p')
  made.className = className
  made.setAttribute('role', role)
  made.textContent = text
  return made
}
