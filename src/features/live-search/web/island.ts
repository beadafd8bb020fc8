import { messageOf } from '#platform/message-of.ts'
import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { navigateTo } from '#platform/web/navigation.ts'
import { searchHref } from '#features/search/address-shared.ts'
import { searchEverything, type SearchResult } from '#features/search/contract.ts'
import { marksIn, plainText, type Marked } from '#features/search/marks-shared.ts'
import { liveSearchCql, type LiveSearch } from '../shared.ts'

/** Typing pause before a request. */
const DELAY_MS = 200
const MOST_RESULTS = 10
const MOST_NOTE = 200

let boxes = 0

/** Searches while one types in the box of a macro. Returns a cleanup function. */
export default function liveSearch(macro: HTMLElement): () => void {
  const box = new LiveSearchBox(macro)
  return () => box.end()
}

/** The box of a macro with its results below: an ARIA combobox, whose focus stays in the box. */
class LiveSearchBox {
  readonly #macro: HTMLElement
  readonly #input: HTMLInputElement
  readonly #search: LiveSearch
  readonly #list = element('div', 'ox-live-search-results')
  readonly #status = element('p', 'ox-live-search-status')
  readonly #ended = new AbortController()
  #request = new AbortController()
  #timer = 0
  #active: HTMLElement | undefined

  constructor(macro: HTMLElement) {
    const input = macro.querySelector('input.search-macro-query')
    const form = macro.querySelector('form')
    if (!(input instanceof HTMLInputElement) || !form) throw new Error('A live search without its form')
    this.#macro = macro
    this.#input = input
    this.#search = JSON.parse(macro.dataset['liveSearch'] ?? '{}') as LiveSearch
    this.#list.id = `ox-live-search-${++boxes}`
    this.#list.hidden = true
    this.#list.role = 'listbox'
    this.#list.ariaLabel = t('Search results')
    this.#status.role = 'status'
    input.role = 'combobox'
    input.ariaAutoComplete = 'list'
    input.ariaExpanded = 'false'
    form.append(this.#list, this.#status)
    const { signal } = this.#ended
    input.addEventListener('input', () => this.#typed(), { signal })
    input.addEventListener('focus', () => this.#typed(), { signal })
    input.addEventListener('keydown', event => this.#pressed(event), { signal })
    form.addEventListener('submit', event => this.#submitted(event), { signal })
    macro.addEventListener('focusout', event => this.#left(event), { signal })
    // The box has the focus while the user chooses with the mouse.
    this.#list.addEventListener('pointerdown', event => event.preventDefault(), { signal })
    // Words that were typed before this was loaded.
    if (document.activeElement === input) this.#typed()
  }

  end(): void {
    this.#ended.abort()
    this.#cancel()
    this.#list.remove()
    this.#status.remove()
  }

  #typed(): void {
    this.#cancel()
    if (liveSearchCql(this.#search, this.#input.value) === undefined) this.#close()
    else this.#timer = window.setTimeout(() => void this.#find(), DELAY_MS)
  }

  #cancel(): void {
    window.clearTimeout(this.#timer)
    this.#request.abort()
  }

  async #find(): Promise<void> {
    const cql = liveSearchCql(this.#search, this.#input.value)
    if (cql === undefined) return
    this.#request = new AbortController()
    const { signal } = this.#request
    const excerpt = this.#search.additional === 'page excerpt' ? 'highlight' : 'none'
    try {
      const { results } = await call(searchEverything, { query: { cql, limit: MOST_RESULTS, excerpt } }, { signal })
      this.#show(results)
    } catch (error) {
      if (signal.aborted) return
      this.#close()
      this.#status.textContent = t('The search failed: {{reason}}', { reason: messageOf(error) })
    }
  }

  #show(results: readonly SearchResult[]): void {
    this.#choose(undefined)
    this.#list.replaceChildren(
      ...results.map((result, index) => option(`${this.#list.id}-${index}`, result, this.#noteOf(result))),
    )
    const isFound = results.length > 0
    this.#list.hidden = !isFound
    this.#input.ariaExpanded = String(isFound)
    if (isFound) this.#input.setAttribute('aria-controls', this.#list.id)
    else this.#input.removeAttribute('aria-controls')
    this.#status.textContent = isFound ? '' : t('Nothing was found')
  }

  #noteOf(result: SearchResult): Marked {
    switch (this.#search.additional) {
      case 'page excerpt':
        return marksIn(plainText(result.excerpt))
      case 'space name':
        return marksIn(result.resultGlobalContainer?.title ?? '')
      case 'none':
        return []
    }
  }

  #close(): void {
    this.#show([])
    this.#status.textContent = ''
  }

  #pressed(event: KeyboardEvent): void {
    if (event.isComposing) return
    const options = [...this.#list.querySelectorAll<HTMLElement>('a')]
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && options.length > 0) {
      event.preventDefault()
      const at = this.#active ? options.indexOf(this.#active) : -1
      // Wraps around through the box itself.
      this.#choose(options[at === -1 && step === -1 ? options.length - 1 : at + step])
    } else if (event.key === 'Escape' && !this.#list.hidden) {
      event.preventDefault()
      event.stopPropagation()
      this.#cancel()
      this.#close()
    }
  }

  #choose(chosen: HTMLElement | undefined): void {
    this.#active?.setAttribute('aria-selected', 'false')
    this.#active = chosen
    if (chosen) {
      chosen.ariaSelected = 'true'
      chosen.scrollIntoView({ block: 'nearest' })
      this.#input.setAttribute('aria-activedescendant', chosen.id)
    } else this.#input.removeAttribute('aria-activedescendant')
  }

  /** Enter opens what is chosen, or the search page with the same search. */
  #submitted(event: Event): void {
    event.preventDefault()
    if (this.#active instanceof HTMLAnchorElement) {
      navigateTo(this.#active.href)
      return
    }
    const { spaceKey, types, labels } = this.#search
    const typed = this.#input.value.trim()
    // The fields of the search page know no labels.
    const cql = labels.length > 0 ? liveSearchCql(this.#search, typed) : undefined
    const where = spaceKey === undefined ? [] : [spaceKey]
    navigateTo(searchHref(cql === undefined ? { queryString: typed, where, types } : { cql }))
  }

  #left({ relatedTarget }: FocusEvent): void {
    if (relatedTarget instanceof Node && this.#macro.contains(relatedTarget)) return
    this.#cancel()
    this.#close()
  }
}

function option(id: string, result: SearchResult, note: Marked): HTMLElement {
  const link = element('a', 'ox-live-search-result')
  link.id = id
  link.role = 'option'
  link.ariaSelected = 'false'
  link.tabIndex = -1
  link.href = result.url
  link.append(text('ox-live-search-title', marksIn(result.title)))
  if (note.length > 0) link.append(text('ox-live-search-note', note))
  return link
}

/** Marked text, as far as it is worth reading here. */
function text(className: string, parts: Marked): HTMLElement {
  const shown = element('span', className)
  let room = MOST_NOTE
  for (const part of parts) {
    if (room <= 0) break
    const piece = part.hit ? element('mark', '') : element('span', '')
    piece.textContent = part.text.slice(0, room)
    room -= part.text.length
    shown.append(piece)
  }
  return shown
}

function element<K extends keyof HTMLElementTagNameMap>(name: K, className: string): HTMLElementTagNameMap[K] {
  const made = document.createElement(name)
  if (className) made.className = className
  return made
}
