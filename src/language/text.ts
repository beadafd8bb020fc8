import type { ElementNode, StorageDocument, StorageNode } from './model.ts'
import { childElements, textContent } from './model.ts'
import { referenceOf, type UserReference } from './references.ts'
import { adfExtension, isMacro, linkBody } from './views.ts'

/** Block elements, each on separate lines. */
export const blocks: ReadonlySet<string> = new Set(
  `p h1 h2 h3 h4 h5 h6 ul ol li table thead tbody tfoot tr blockquote pre div hr dl dt dd br section details summary
  ac:structured-macro ac:macro ac:rich-text-body ac:plain-text-body ac:task-list ac:task ac:task-body ac:layout
  ac:layout-section ac:layout-cell ac:caption ac:adf-extension`.split(/\s+/),
)

/** Elements whose text is not shown to readers. */
export const hidden: ReadonlySet<string> = new Set([
  'ac:parameter',
  'ac:default-parameter',
  'ac:task-id',
  'ac:task-uuid',
  'ac:task-status',
  'ac:placeholder',
  'ac:adf-attribute',
  'script',
  'style',
])

/** Macros that are part of a line. */
export const inlineMacros: ReadonlySet<string> = new Set(['status', 'anchor', 'jira', 'mathinline'])

/** The name that readers see for a mentioned user; undefined if it is not known. */
export type NameOfUser = (user: UserReference) => string | undefined

/**
 * Plain text of a document for search and excerpts: blocks on their own lines, cells separated by tabs, including code
 * and other plain bodies, titles of macros, and targets of links without a body.
 * @param nameOfUser the names of mentioned users; without it, mentions have the user name as it is written
 */
export function toText(doc: StorageDocument, nameOfUser?: NameOfUser): string {
  return nodesToText(doc.children, nameOfUser)
}

export function nodesToText(nodes: readonly StorageNode[], nameOfUser?: NameOfUser): string {
  const writer = new TextWriter(nameOfUser)
  writer.nodes(nodes)
  return writer.result()
}

class TextWriter {
  readonly #nameOfUser: NameOfUser | undefined
  // Parts and the last character: reading the end of a growing string would flatten it each time.
  readonly #parts: string[] = []
  #last = '\n'
  #preserve = 0

  constructor(nameOfUser: NameOfUser | undefined) {
    this.#nameOfUser = nameOfUser
  }

  nodes(nodes: readonly StorageNode[]): void {
    for (const node of nodes) {
      if (node.type === 'text') this.#text(node.text)
      else if (node.type === 'element') this.#element(node)
    }
  }

  result(): string {
    // Line by line: a regular expression for trailing whitespace would try each space.
    const lines = this.#parts.join('').split('\n')
    return lines
      .map(line => line.trimEnd())
      .filter(line => line !== '')
      .join('\n')
      .trim()
  }

  #text(value: string): void {
    if (this.#preserve > 0) return this.#write(value)
    const collapsed = value.replace(/[ \t\r\n]+/g, ' ')
    this.#write(/\s/.test(this.#last) && collapsed.startsWith(' ') ? collapsed.slice(1) : collapsed)
  }

  #write(value: string): void {
    if (value === '') return
    this.#parts.push(value)
    this.#last = value.charAt(value.length - 1)
  }

  #element(element: ElementNode): void {
    const { name } = element
    if (hidden.has(name)) return
    if (name === 'td' || name === 'th') {
      if (this.#last !== '\n') this.#write('\t')
      return this.nodes(element.children)
    }
    if (isMacro(element)) return this.#macro(element)
    if (name === 'ac:link') return this.#link(element)
    if (name === 'ac:image') {
      const alt = element.attributes['ac:alt']
      if (alt) this.#text(alt)
    }
    if (name === 'time' && element.children.length === 0) return this.#text(element.attributes.datetime ?? '')
    if (name === 'ac:emoticon') return this.#text(element.attributes['ac:emoji-fallback'] ?? '')
    const block = blocks.has(name)
    const plain = name === 'pre' || name === 'ac:plain-text-body'
    if (block) this.#line()
    if (plain) this.#preserve++
    this.nodes(name === 'ac:adf-extension' ? adfExtension(element).shown : element.children)
    if (plain) this.#preserve--
    if (block) this.#line()
  }

  #macro(element: ElementNode): void {
    const inline = inlineMacros.has(element.attributes['ac:name'] ?? '')
    if (!inline) this.#line()
    for (const item of childElements(element)) {
      if (item.name === 'ac:parameter' && item.attributes['ac:name'] === 'title') {
        this.#text(textContent(item))
        if (!inline) this.#line()
      } else this.#element(item)
    }
    if (!inline) this.#line()
  }

  #link(element: ElementNode): void {
    const body = linkBody(element)
    if ('rich' in body) this.nodes(body.rich)
    else if (body.plain !== '') this.#text(body.plain)
    else {
      const resource = childElements(element).find(item => item.name.startsWith('ri:'))
      const target = resource?.attributes ?? {}
      const title = target['ri:content-title'] ?? target['ri:filename'] ?? target['ri:username'] ?? target['ri:value']
      this.#text(this.#userName(resource) ?? title ?? element.attributes['ac:anchor'] ?? '')
    }
  }

  #userName(resource: ElementNode | undefined): string | undefined {
    if (!this.#nameOfUser || !resource) return undefined
    const reference = referenceOf(resource)
    return reference?.kind === 'user' ? this.#nameOfUser(reference) : undefined
  }

  #line(): void {
    if (this.#last !== '\n') this.#write('\n')
  }
}
