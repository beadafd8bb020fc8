/** Macros as the page will show them, drawn in place of their names. */
import type { Editor } from '@tiptap/core'
import { call } from '#platform/web/api.ts'
import { t } from '#platform/web/i18n.ts'
import { serialise } from '#language/serialise.ts'
import { fromEditor, type EditorNode } from '#language/editor/index.ts'
import { startIslands } from '#features/content/web/index.ts'
import { previewMacros } from '../../macros-contract.ts'
import { MOST_PREVIEW_LENGTH, MOST_PREVIEWS } from '../../macros-shared.ts'

/** Wait for further macros, which are asked for together, in milliseconds. */
const GATHER_MS = 30
/** Pause in typing after which tables of contents are drawn again, in milliseconds. */
const PAUSE_MS = 800
/** Macros that show what is around them: the headings of the text. */
const OF_HEADINGS: ReadonlySet<string> = new Set(['toc'])
const SHOWN_WITHOUT_WORDS = 'img, svg, input, button, video, audio, canvas, hr'

interface Shown {
  readonly dom: HTMLElement
  readonly name: string
  readonly source: string
}

export class MacroPreviews {
  readonly #contentId: string
  readonly #titles: ReadonlyMap<string, string>
  readonly #editor: () => Editor
  readonly #html = new Map<string, string>()
  /** By the element that shows it. */
  readonly #shown = new Map<HTMLElement, Shown>()
  /** Ends what runs in the elements. */
  readonly #ends = new Map<HTMLElement, () => void>()
  #waiting: Shown[] = []
  #headings = ''

  /** @param titles of the macros that the wiki has, by name */
  constructor(contentId: string, titles: ReadonlyMap<string, string>, editor: () => Editor) {
    this.#contentId = contentId
    this.#titles = titles
    this.#editor = editor
  }

  /** Draws a macro as soon as it is known what it shows. Others keep what `dom` has. */
  draw(dom: HTMLElement, name: string, source: string): void {
    const title = this.#titles.get(name)
    if (title === undefined || source.length > MOST_PREVIEW_LENGTH) return
    dom.setAttribute('aria-label', t('{{name}}. Press Enter for its options', { name: title }))
    const card = dom.querySelector('.ox-opaque-name')
    if (card) card.textContent = title
    const shown = { dom, name, source }
    this.#shown.set(dom, shown)
    const html = OF_HEADINGS.has(name) ? undefined : this.#html.get(source)
    if (html === undefined) this.#ask(shown)
    else this.#put(dom, html)
  }

  /** The element is gone. */
  forget(dom: HTMLElement): void {
    this.#shown.delete(dom)
    this.#end(dom)
  }

  #put(dom: HTMLElement, html: string): void {
    this.#end(dom)
    put(dom, html)
    const context = { contentId: this.#contentId, mayUpdate: false, onChanged: () => undefined }
    this.#ends.set(dom, startIslands(dom, context, true))
  }

  #end(dom: HTMLElement): void {
    this.#ends.get(dom)?.()
    this.#ends.delete(dom)
  }

  /** Draws macros again that show headings, a while after one has changed. @returns cleanup function */
  follow(): () => void {
    const editor = this.#editor()
    let pause = 0
    const redraw = () => {
      if (editor.isDestroyed || this.#headings === this.#headingsNow()) return
      for (const shown of this.#shown.values()) if (OF_HEADINGS.has(shown.name)) this.#ask(shown)
    }
    const later = () => {
      window.clearTimeout(pause)
      pause = window.setTimeout(redraw, PAUSE_MS)
    }
    editor.on('update', later)
    return () => {
      window.clearTimeout(pause)
      editor.off('update', later)
    }
  }

  #ask(shown: Shown): void {
    this.#waiting.push(shown)
    if (this.#waiting.length === 1) window.setTimeout(() => void this.#askAll(), GATHER_MS)
  }

  async #askAll(): Promise<void> {
    const waiting = this.#waiting.splice(0)
    if (this.#editor().isDestroyed) return
    this.#headings = waiting.some(({ name }) => OF_HEADINGS.has(name)) ? this.#headingsNow() : this.#headings
    const headings = this.#headings
    for (let from = 0; from < waiting.length; from += MOST_PREVIEWS) {
      const portion = waiting.slice(from, from + MOST_PREVIEWS)
      const sources = portion.map(({ name, source }) => (OF_HEADINGS.has(name) ? headings + source : source))
      try {
        const { previews } = await call(previewMacros, { body: { contentId: this.#contentId, sources } })
        portion.forEach((shown, index) => this.#arrived(shown, previews[index] ?? ''))
      } catch {
        // Their names stay: the text is whole without previews.
        return
      }
    }
  }

  #arrived(shown: Shown, html: string): void {
    const { dom, name, source } = shown
    if (!OF_HEADINGS.has(name)) this.#html.set(source, html)
    if (this.#shown.get(dom) === shown) this.#put(dom, previewHtml(html, name))
  }

  #headingsNow(): string {
    return headingsIn(this.#editor())
  }
}

function headingsIn({ state }: Editor): string {
  const content: EditorNode[] = []
  state.doc.descendants(node => {
    if (node.type.name === 'heading') content.push(node.toJSON() as EditorNode)
    return !node.isTextblock
  })
  const headings = serialise(fromEditor({ type: 'doc', content }))
  return headings.length > MOST_PREVIEW_LENGTH / 2 ? '' : headings
}

/** The text to render for a macro: some show the headings around them. */
export function previewSource(editor: Editor, name: string, source: string): string {
  return OF_HEADINGS.has(name) ? headingsIn(editor) + source : source
}

/** HTML of a macro in what was rendered for it. */
export function previewHtml(html: string, name: string): string {
  return OF_HEADINGS.has(name) ? macroIn(html, name) : html
}

/** The element of a macro in HTML that has more. */
function macroIn(html: string, name: string): string {
  const template = document.createElement('template')
  template.innerHTML = html
  return template.content.querySelector(`.${name}-macro`)?.outerHTML ?? ''
}

/** HTML of the renderer, which has no scripts: nothing in it can be used while the text is edited. */
function put(dom: HTMLElement, html: string): void {
  const template = document.createElement('template')
  template.innerHTML = html
  const { content } = template
  if (!content.textContent?.trim() && !content.querySelector(SHOWN_WITHOUT_WORDS)) return
  const shown = document.createElement(dom.tagName)
  shown.className = 'ox-macro-shown'
  shown.inert = true
  shown.append(content)
  dom.classList.remove('ox-opaque', 'ox-opaque-inline')
  dom.classList.add('ox-macro-live')
  dom.replaceChildren(shown)
}
