/** Node views: pictures, opaque nodes, tasks, code. */
import { Extension } from '@tiptap/core'
import type { Node as ProseNode } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import type { EditorView, NodeView } from '@tiptap/pm/view'
import { addedEmojiOf, dateView, emoticonView, macroParameter, opaqueView, statusView } from '#language/editor/index.ts'
import { t } from '#platform/web/i18n.ts'
import { emojiPath } from '#features/site-emoji/shared.ts'
import type { MacroPreviews } from '../macros/previews.ts'
import { drawDiagram } from '../diagrams/picture.ts'
import { PictureView } from '../pictures/PictureView.ts'
import { dateText, mentionText, sourceOf, statusText } from './atom-texts.ts'

export interface ViewContext {
  readonly contentId: string
  readonly locale: string
  /** Display names by user key and user name. */
  readonly people: Readonly<Record<string, string>>
  /** Shows macros as the page will. */
  readonly previews?: MacroPreviews | undefined
}

type Draw = (dom: HTMLElement, node: ProseNode, context: ViewContext) => void

export function nodeViews(context: ViewContext): Extension {
  const still =
    (tag: 'div' | 'span', draw: Draw) =>
    (node: ProseNode): NodeView =>
      new StillView(tag, draw, node, context)
  return Extension.create({
    name: 'nodeViews',
    addProseMirrorPlugins: () => [
      new Plugin({
        props: {
          nodeViews: {
            opaqueBlock: still('div', drawOpaque),
            opaqueInline: still('span', drawOpaque),
            image: (node, view, getPos) => new PictureView(node, view, getPos, context.contentId),
            emoticon: still('span', drawEmoticon),
            date: still('span', drawDate),
            mention: still('span', drawMention),
            status: still('span', drawStatus),
            taskItem: (node, view, getPos) => new TaskView(node, view, getPos),
            codeBlock: node => new CodeView(node),
          },
        },
      }),
    ],
  })
}

/** Atom that is displayed and selected as a whole. */
class StillView implements NodeView {
  readonly dom: HTMLElement
  readonly #draw: Draw
  readonly #context: ViewContext
  #node: ProseNode

  constructor(tag: 'div' | 'span', draw: Draw, node: ProseNode, context: ViewContext) {
    this.dom = document.createElement(tag)
    this.dom.contentEditable = 'false'
    this.#draw = draw
    this.#context = context
    this.#node = node
    draw(this.dom, node, context)
  }

  update(node: ProseNode): boolean {
    if (node.type !== this.#node.type) return false
    if (node.attrs['source'] !== this.#node.attrs['source']) {
      this.dom.replaceChildren()
      this.#draw(this.dom, node, this.#context)
    }
    this.#node = node
    return true
  }

  ignoreMutation(): boolean {
    return true
  }

  destroy(): void {
    this.#context.previews?.forget(this.dom)
  }
}

function add(parent: HTMLElement, tag: string, className: string, text = ''): HTMLElement {
  const element = document.createElement(tag)
  element.className = className
  element.textContent = text
  parent.append(element)
  return element
}

const drawOpaque: Draw = (dom, node, context) => {
  if (drawDiagram(dom, node, context.contentId)) return
  const view = opaqueView(sourceOf(node))
  dom.dataset['kind'] = view.kind
  if (view.kind === 'placeholder') {
    dom.className = 'ox-text-placeholder'
    dom.textContent = view.preview
    return
  }
  dom.className = node.isInline ? 'ox-opaque ox-opaque-inline' : 'ox-opaque'
  const name = view.kind === 'comment' ? t('Comment in the source') : view.name
  dom.setAttribute('role', 'img')
  dom.setAttribute('aria-label', t('{{name}}, kept as it is', { name }))
  add(dom, 'span', 'ox-opaque-name', name)
  if (view.preview) add(dom, 'span', 'ox-opaque-preview', view.preview)
  if (view.kind === 'macro') context.previews?.draw(dom, view.name, sourceOf(node))
}

const drawEmoticon: Draw = (dom, node) => {
  dom.className = 'emoticon'
  const characters = emoticonView(sourceOf(node))
  const added = addedEmojiOf(sourceOf(node))
  if (added === undefined) {
    dom.textContent = characters
    return
  }
  const picture = document.createElement('img')
  picture.className = 'emoticon'
  picture.alt = characters
  picture.title = characters
  // One that the wiki does not have, such as that of an imported page.
  picture.addEventListener('error', () => picture.replaceWith(characters), { once: true })
  picture.src = emojiPath(added)
  dom.append(picture)
}

const drawDate: Draw = (dom, node, { locale }) => {
  const time = document.createElement('time')
  time.dateTime = dateView(sourceOf(node))
  time.textContent = dateText(node, locale)
  dom.append(time)
}

const drawMention: Draw = (dom, node, { people }) => {
  dom.className = 'confluence-userlink user-mention'
  dom.textContent = mentionText(node, people)
}

const lozenges: Readonly<Record<string, readonly [string, string]>> = {
  Grey: ['default', 'medium-gray'],
  Red: ['error', 'warm-red'],
  Yellow: ['current', 'yellow'],
  Green: ['success', 'green'],
  Blue: ['complete', 'blue-gray'],
  Purple: ['new', 'purple'],
}

const drawStatus: Draw = (dom, node) => {
  const { colour } = statusView(sourceOf(node))
  const [kind, name] = lozenges[colour] ?? ['default', 'medium-gray']
  dom.className = `status-macro aui-lozenge aui-lozenge-${kind} status-lozenge-${name} status-lozenge-max-width-medium`
  dom.textContent = statusText(node)
}

/** Task with its checkbox. */
class TaskView implements NodeView {
  readonly dom = document.createElement('li')
  readonly contentDOM = document.createElement('div')
  readonly #box = document.createElement('input')
  #node: ProseNode

  constructor(node: ProseNode, view: EditorView, getPos: () => number | undefined) {
    this.#node = node
    this.#box.type = 'checkbox'
    this.#box.className = 'ox-task-box'
    this.#box.contentEditable = 'false'
    this.#box.setAttribute('aria-label', t('Done'))
    this.#box.addEventListener('mousedown', event => event.preventDefault())
    this.#box.addEventListener('change', () => {
      const at = getPos()
      if (at === undefined) return
      view.dispatch(view.state.tr.setNodeAttribute(at, 'status', this.#box.checked ? 'complete' : 'incomplete'))
    })
    this.contentDOM.className = 'ox-task-body'
    this.dom.append(this.#box, this.contentDOM)
    this.#draw()
  }

  #draw(): void {
    const isDone = this.#node.attrs['status'] === 'complete'
    this.dom.className = isDone ? 'checked' : ''
    this.#box.checked = isDone
  }

  update(node: ProseNode): boolean {
    if (node.type !== this.#node.type) return false
    this.#node = node
    this.#draw()
    return true
  }

  stopEvent(event: Event): boolean {
    return event.target === this.#box
  }

  ignoreMutation(mutation: { target: Node }): boolean {
    return !this.contentDOM.contains(mutation.target)
  }
}

/** Code panel; language, title, line numbers and wrapping are set in the toolbar. */
class CodeView implements NodeView {
  readonly dom = document.createElement('div')
  readonly contentDOM = document.createElement('code')
  readonly #header = document.createElement('div')
  readonly #language = document.createElement('span')
  readonly #gutter = document.createElement('div')
  #node: ProseNode

  constructor(node: ProseNode) {
    this.#node = node
    this.#header.className = 'codeHeader panelHeader pdl'
    this.#language.className = 'ox-code-language'
    this.#gutter.className = 'code-gutter'
    this.#gutter.setAttribute('aria-hidden', 'true')
    for (const fixed of [this.#header, this.#language, this.#gutter]) fixed.contentEditable = 'false'
    const content = document.createElement('div')
    content.className = 'codeContent panelContent pdl'
    const pre = document.createElement('pre')
    pre.className = 'syntaxhighlighter-pre'
    pre.spellcheck = false
    pre.append(this.contentDOM)
    content.append(this.#language, this.#gutter, pre)
    this.dom.append(this.#header, content)
    this.#draw()
  }

  #draw(): void {
    const head = String(this.#node.attrs['head'])
    const title = macroParameter(head, 'title')
    this.#header.textContent = title
    this.#header.hidden = title === ''
    this.#language.textContent = macroParameter(head, 'language') || t('Text')
    const isWrapped = macroParameter(head, 'wrap') === 'true'
    this.dom.className = `code panel pdl ox-code${isWrapped ? ' code-wrapped' : ''}`
    this.#gutter.hidden = isWrapped || macroParameter(head, 'linenumbers') !== 'true'
    if (!this.#gutter.hidden) this.#number(Number(macroParameter(head, 'firstline') || 1))
  }

  #number(first: number): void {
    const lines = this.#node.textContent.split('\n')
    const numbers = lines.map((_, index) => String(first + index)).join('\n')
    if (this.#gutter.textContent !== numbers) this.#gutter.textContent = numbers
  }

  update(node: ProseNode): boolean {
    if (node.type !== this.#node.type) return false
    this.#node = node
    this.#draw()
    return true
  }

  ignoreMutation(mutation: { target: Node }): boolean {
    return !this.contentDOM.contains(mutation.target)
  }
}
