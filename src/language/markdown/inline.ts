import type { ElementNode, StorageNode } from '../model.ts'
import { child, childElements, textContent } from '../model.ts'
import type { Reference } from '../references.ts'
import { targetOf } from '../references.ts'
import { emoticonText } from '../render/emoticons.ts'
import { nodesToText } from '../text.ts'
import { identifier, isMacro, linkBody, macroOf } from '../views.ts'
import { addressOf } from './addresses.ts'
import type { KeptParts, MarkdownPlace } from './page.ts'

/** A line end within a paragraph. */
export const BREAK = '\\\n'

/** Signs around the text of an element. */
const MARKS: Readonly<Record<string, readonly [string, string]>> = {
  strong: ['**', '**'],
  b: ['**', '**'],
  em: ['*', '*'],
  i: ['*', '*'],
  del: ['~~', '~~'],
  s: ['~~', '~~'],
  strike: ['~~', '~~'],
  u: ['<u>', '</u>'],
  ins: ['<u>', '</u>'],
  sub: ['<sub>', '</sub>'],
  sup: ['<sup>', '</sup>'],
  kbd: ['<kbd>', '</kbd>'],
}

/** Elements that are no content. */
const UNSEEN: ReadonlySet<string> = new Set([
  'ac:parameter',
  'ac:default-parameter',
  'ac:adf-attribute',
  'style',
  'script',
])

/** Writes the content of paragraphs, headings and cells. */
export class InlineWriter {
  readonly #place: MarkdownPlace
  readonly #kept: KeptParts
  readonly #sourceOf: (element: ElementNode) => string

  constructor(place: MarkdownPlace, kept: KeptParts, sourceOf: (element: ElementNode) => string) {
    this.#place = place
    this.#kept = kept
    this.#sourceOf = sourceOf
  }

  /** Markdown of inline nodes; line ends are {@link BREAK}. '' if there is nothing to read. */
  write(nodes: readonly StorageNode[]): string {
    const lines = this.#nodes(nodes).split(BREAK)
    const written = lines.map(line => startOfLine(line.replaceAll(/[ \t\n]+/g, ' ').trim()))
    while (written.length > 0 && isBlank(written[0] ?? '')) written.shift()
    while (written.length > 0 && isBlank(written.at(-1) ?? '')) written.pop()
    // An empty line would end the paragraph.
    return written.map(line => (line === '' ? '&nbsp;' : line)).join(BREAK)
  }

  #nodes(nodes: readonly StorageNode[]): string {
    let result = ''
    for (const node of nodes) {
      if (node.type === 'text') result += escapeText(node.text.replaceAll(/[ \t\r\n]+/g, ' '))
      else if (node.type === 'element') result += this.#element(node)
    }
    return result
  }

  #element(element: ElementNode): string {
    const { name } = element
    if (UNSEEN.has(name)) return ''
    if (name === 'br') return BREAK
    if (name === 'code' || name === 'tt' || name === 'samp') return codeSpan(textContent(element))
    if (isMacro(element)) return this.#keep(element, this.#macro(element))
    if (name === 'ac:link') return this.#keep(element, this.#link(element))
    if (name === 'a') return this.#anchor(element)
    if (name === 'ac:image') return this.#keep(element, this.#image(element))
    if (name === 'img')
      return this.#keep(element, image(element.attributes['alt'] ?? '', element.attributes['src'] ?? ''))
    if (name === 'ac:emoticon') return escapeText(emoticonText(element.attributes))
    if (name === 'time') {
      const date = element.attributes['datetime']
      return date === undefined ? this.#nodes(element.children) : this.#keep(element, codeSpan(`{date: ${date}}`))
    }
    if (name === 'ac:placeholder')
      return this.#keep(element, codeSpan(`{placeholder: ${oneLine(textContent(element))}}`))
    if (name === 'at:var') return this.#keep(element, codeSpan(`{variable: ${element.attributes['at:name'] ?? ''}}`))
    const marks = Object.hasOwn(MARKS, name) ? MARKS[name] : undefined
    return marks ? marked(this.#nodes(element.children), marks) : this.#nodes(element.children)
  }

  #keep(element: ElementNode, markdown: string): string {
    if (markdown !== '') this.#kept.add('inline', markdown, this.#sourceOf(element))
    return markdown
  }

  #macro(element: ElementNode): string {
    const { name, parameters, resources, bodyKind, rich, plain } = macroOf(element)
    const values = Object.entries(parameters).map(([key, value]) => (key === '' ? value : `${key}=${value}`))
    values.push(
      ...Object.entries(resources).map(([key, resource]) => (key === '' ? '' : `${key}=`) + referenceText(resource)),
    )
    const body = bodyKind === 'rich' ? nodesToText(rich) : plain
    if (body !== '') values.push(body)
    return codeSpan(`{${[name, values.map(oneLine).join(', ')].filter(part => part !== '').join(': ')}}`)
  }

  #link(element: ElementNode): string {
    const anchor = element.attributes['ac:anchor'] ?? ''
    const reference = targetOf(element)
    const address = reference
      ? addressOf(reference, this.#place, anchor)
      : anchor === ''
        ? undefined
        : `#${encodeURIComponent(anchor)}`
    const body = linkBody(element)
    const written = 'rich' in body ? this.#nodes(body.rich) : escapeText(body.plain)
    const words = isBlank(written) ? escapeText(this.#titleOf(reference, anchor)) : written
    if (address === undefined) return codeSpan(`{link: ${oneLine(words)}}`)
    return link(words, address)
  }

  #titleOf(reference: Reference | undefined, anchor: string): string {
    switch (reference?.kind) {
      case undefined:
        return anchor
      case 'page':
      case 'blog-post':
        return reference.title
      case 'attachment':
        return reference.filename
      case 'user':
        return `@${this.#place.nameOfUser?.(reference) ?? reference.username ?? reference.userKey ?? reference.accountId ?? ''}`
      case 'space':
        return reference.spaceKey
      case 'content-entity':
        return reference.id
      case 'url':
        return reference.value
      case 'shortcut':
        return `${reference.parameter}@${reference.key}`
    }
  }

  #anchor(element: ElementNode): string {
    const href = element.attributes['href']
    const words = this.#nodes(element.children)
    if (href === undefined || isBlank(words)) return words
    return this.#keep(element, link(words, href))
  }

  #image(element: ElementNode): string {
    const reference = targetOf(element)
    const address = reference && addressOf(reference, this.#place)
    const caption = child(element, 'ac:caption')
    const words =
      element.attributes['ac:alt'] ??
      (caption ? nodesToText(caption.children) : reference?.kind === 'attachment' ? reference.filename : '')
    return address === undefined ? codeSpan(`{image: ${oneLine(words)}}`) : image(words, address)
  }
}

function referenceText(resource: ElementNode): string {
  const found = resource.name.startsWith('ri:') ? resource : identifier(resource)
  return (
    Object.values(found?.attributes ?? {}).join(':') ||
    childElements(resource)
      .map(item => item.name)
      .join()
  )
}

function isBlank(markdown: string): boolean {
  return markdown.replaceAll(BREAK, ' ').trim() === ''
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** Signs close to the words: blanks and line ends go outside. */
function marked(markdown: string, [open, close]: readonly [string, string]): string {
  const lines = markdown.split(BREAK).map(line => {
    const words = line.trim()
    if (words === '') return line
    const start = line.indexOf(words)
    // Emphasis in emphasis of the same kind has no form.
    const inner = open.startsWith('<') ? words : words.replaceAll(new RegExp(`(?<!\\\\)${signs(open)}`, 'g'), '')
    return `${line.slice(0, start)}${open}${inner}${close}${line.slice(start + words.length)}`
  })
  return lines.join(BREAK)
}

function signs(open: string): string {
  if (open === '*') return '(?<!\\*)\\*(?!\\*)'
  return open.replaceAll('*', '\\*')
}

/** A code span of any text on one line. */
export function codeSpan(text: string): string {
  const line = oneLine(text)
  if (line === '') return ''
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  const space = line.startsWith('`') || line.endsWith('`') ? ' ' : ''
  return fence + space + line + space + fence
}

function link(words: string, address: string): string {
  // Links do not nest, and a label has no line end.
  const label = words
    .replaceAll(BREAK, ' ')
    .replaceAll(/(?<!!)\[((?:\\.|[^\]\\])*)\]\((?:<[^>]*>|[^)]*)\)/g, '$1')
    .trim()
  return `[${label}](${destination(address)})`
}

function image(words: string, address: string): string {
  return address === '' ? escapeText(oneLine(words)) : `![${escapeText(oneLine(words))}](${destination(address)})`
}

function destination(address: string): string {
  const line = address.replaceAll(/[\r\n]+/g, '').trim()
  if (!/[\s()<>\\]/.test(line) && line !== '') return line
  return `<${line.replaceAll(/[<>\\]/g, sign => `\\${sign}`)}>`
}

/** Text without meaning as Markdown. */
export function escapeText(text: string): string {
  return text
    .replaceAll(/[\\`*[\]<]|~~/g, sign => (sign === '~~' ? '\\~\\~' : `\\${sign}`))
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replaceAll(/&(?=#?\w+;)/g, '&amp;')
}

/** Escapes what would begin another kind of block. */
function startOfLine(line: string): string {
  return line
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
    .replace(/^(#{1,6})(?=\s|$)/, '\\$1')
    .replace(/^([-+=>]|~~~)/, '\\$1')
}
