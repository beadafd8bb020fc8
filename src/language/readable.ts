import type { ElementNode, StorageDocument, StorageNode } from './model.ts'
import { childElements } from './model.ts'
import { occurrences } from './occurrences.ts'
import { blocks, hidden } from './text.ts'
import { adfExtension, isMacro, linkBody } from './views.ts'

/** Positions in the readable text of a document (UTF-16 units), the end excluded. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

/** The words of a document that its own text holds, and where each of its nodes is among them. */
export interface Readable {
  /** Blocks are separated by line ends. Text that only the wiki knows (a user's name, a date, a list) is left out. */
  readonly text: string
  /** Places of text nodes and of elements that are shown as one piece; the latter may be empty. */
  readonly places: ReadonlyMap<StorageNode, TextRange>
}

/** Reads the words that a reader can select and that are in the document itself. */
export function readable(doc: StorageDocument): Readable {
  const reader = new Reader()
  reader.nodes(doc.children)
  return reader.result()
}

/** Whether a node is shown as one piece, which a marker surrounds as a whole. */
export function isPiece(node: ElementNode): boolean {
  return pieces.has(node.name) || (node.name === 'ac:link' && !('rich' in linkBody(node)))
}

/** Elements whose words, if any, are the wiki's. */
const pieces: ReadonlySet<string> = new Set(['ac:emoticon', 'ac:image', 'img', 'time', 'br', 'at:var'])

class Reader {
  readonly #parts: string[] = []
  readonly #places = new Map<StorageNode, TextRange>()
  #length = 0
  #last = '\n'

  result(): Readable {
    return { text: this.#parts.join(''), places: this.#places }
  }

  nodes(nodes: readonly StorageNode[]): void {
    for (const node of nodes) {
      if (node.type === 'text') this.#write(node, node.text)
      else if (node.type === 'element') this.#element(node)
    }
  }

  #write(node: StorageNode | undefined, text: string): void {
    const start = this.#length
    this.#length += text.length
    if (node) this.#places.set(node, { start, end: this.#length })
    if (text === '') return
    this.#parts.push(text)
    this.#last = text.charAt(text.length - 1)
  }

  #line(): void {
    if (this.#last !== '\n') this.#write(undefined, '\n')
  }

  #element(element: ElementNode): void {
    const { name } = element
    if (hidden.has(name)) return
    if (isPiece(element)) return this.#write(element, name === 'ac:link' ? shownText(element) : '')
    if (name === 'ac:link') {
      const body = linkBody(element)
      return this.nodes('rich' in body ? body.rich : [])
    }
    if (isMacro(element)) {
      const body = childElements(element).find(item => item.name === 'ac:rich-text-body')
      if (!body) return this.#write(element, '')
      this.#line()
      this.nodes(body.children)
      return this.#line()
    }
    const isBlock = blocks.has(name) || name === 'td' || name === 'th' || name === 'caption'
    if (isBlock) this.#line()
    this.nodes(name === 'ac:adf-extension' ? adfExtension(element).shown : element.children)
    if (isBlock) this.#line()
  }
}

/** Text of a link that cannot be selected in part; empty where only the wiki knows it. */
function shownText(link: ElementNode): string {
  const body = linkBody(link)
  if ('plain' in body && body.plain !== '') return body.plain
  const target = childElements(link).find(item => item.name.startsWith('ri:'))?.attributes
  return target?.['ri:content-title'] ?? target?.['ri:filename'] ?? ''
}

/** A selected text, and which of its occurrences is meant. */
export interface SelectedText {
  readonly text: string
  /** From 0, overlapping occurrences counted. */
  readonly index: number
  /** How many there are, as the reader saw the page; another number means that it shows something else. Default any. */
  readonly count?: number | undefined
}

/**
 * Finds a selected text. White space does not count, as it is shown otherwise than it is written.
 * @returns undefined when it does not occur `count` times, or has no words
 */
export function findText({ text }: Pick<Readable, 'text'>, selected: SelectedText): TextRange | undefined {
  return findAs(text, selected, '') ?? findAs(text, selected, ' ')
}

/** {@link findText} with `gap` in place of each white space. */
function findAs(text: string, { text: wanted, index, count }: SelectedText, gap: '' | ' '): TextRange | undefined {
  const needle = squeezed(wanted, gap).text.trim()
  if (needle === '') return undefined
  const { text: hay, at } = squeezed(text, gap)
  const found: number[] = []
  for (const place of occurrences(needle, hay)) if (found.push(place) > (count ?? index)) break
  const first = found[index]
  if ((count !== undefined && found.length !== count) || first === undefined) return undefined
  return { start: at[first] ?? 0, end: (at[first + needle.length - 1] ?? 0) + 1 }
}

/** White space, and characters that are not seen. */
const INVISIBLE = /[\s\u00ad\u200b-\u200d\u2060\ufeff]/

/** A text with `gap` for white space, and the place of each of its characters in the original. */
function squeezed(text: string, gap: '' | ' '): { text: string; at: number[] } {
  // Parts, not a growing string: reading the end of one would flatten it each time.
  const parts: string[] = []
  const at: number[] = []
  let isAfterGap = true
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i)
    const isGap = INVISIBLE.test(char)
    if (isGap && (gap === '' || isAfterGap)) continue
    isAfterGap = isGap
    parts.push(isGap ? gap : char)
    at.push(i)
  }
  return { text: parts.join(''), at }
}
