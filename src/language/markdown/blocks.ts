import type { ElementNode, StorageDocument, StorageNode } from '../model.ts'
import { child, childElements, textContent } from '../model.ts'
import { parse } from '../parse.ts'
import { taskOf } from '../tasks.ts'
import { blocks as blockNames, inlineMacros } from '../text.ts'
import { headingLevel, isMacro, macroOf, type MacroInvocation } from '../views.ts'
import { ALERT_OF_MACRO } from './alerts.ts'
import { escapeText, InlineWriter } from './inline.ts'
import { joined, indented } from './lines.ts'
import { KeptParts, type BlockKind, type MarkdownBlock, type MarkdownPlace, type QuoteBox } from './page.ts'
import { elementRanges, type ElementRange } from './ranges.ts'
import { tableMarkdown, type TableShape } from './tables.ts'

/** A page as blocks of Markdown, with what is needed to edit it. */
export interface MarkdownPage {
  readonly source: string
  readonly blocks: readonly MarkdownBlock[]
  readonly kept: KeptParts
  readonly tables: ReadonlyMap<MarkdownBlock, TableShape>
  readonly ranges: ReadonlyMap<number, ElementRange>
  readonly place: MarkdownPlace
}

/** Elements and macros that only place their content. */
const FRAMES: ReadonlySet<string> = new Set(
  `ac:layout ac:layout-section ac:layout-cell div section article center main header footer ac:rich-text-body`.split(
    /\s+/,
  ),
)
const FRAME_MACROS: ReadonlySet<string> = new Set(['section', 'column'])

/** Macros of code; all others with a plain body are shown as they are stored. */
const CODE_MACROS: ReadonlySet<string> = new Set(['code', 'noformat'])

/**
 * Reads a page into blocks of Markdown, in the order of the page. Empty paragraphs, comments and layouts have no block:
 * they stay as they are.
 * @throws StorageSyntaxError as `parse`
 */
export function readPage(source: string, place: MarkdownPlace = {}): MarkdownPage {
  const text = source.replace(/^\ufeff/, '')
  const reader = new BlockReader(text, place)
  const blocks = reader.read(parse(text))
  return { source: text, blocks, kept: reader.kept, tables: reader.tables, ranges: reader.ranges, place }
}

class BlockReader {
  readonly kept = new KeptParts()
  readonly tables = new Map<MarkdownBlock, TableShape>()
  readonly ranges: ReadonlyMap<number, ElementRange>
  readonly #source: string
  readonly #place: MarkdownPlace
  readonly #inline: InlineWriter

  constructor(source: string, place: MarkdownPlace) {
    this.#source = source
    this.#place = place
    this.ranges = elementRanges(source)
    this.#inline = new InlineWriter(place, this.kept, element => this.#sourceOf(element))
  }

  /** The blocks of what is in an element. */
  read(parent: ElementNode | StorageDocument, quotes: readonly QuoteBox[] = []): MarkdownBlock[] {
    const found: MarkdownBlock[] = []
    this.#collect(parent, quotes, found)
    return found
  }

  #collect(parent: ElementNode | StorageDocument, quotes: readonly QuoteBox[], found: MarkdownBlock[]): void {
    const whole = parent.type === 'document' ? { inner: 0, innerEnd: this.#source.length } : this.#rangeOf(parent)
    let run: StorageNode[] = []
    let start = whole.inner
    for (const node of parent.children) {
      if (node.type !== 'element' || !isBlock(node)) run.push(node)
      else {
        const range = this.#rangeOf(node)
        this.#looseText(run, { start, end: range.start }, quotes, found)
        this.#block(node, quotes, found)
        run = []
        start = range.end
      }
    }
    this.#looseText(run, { start, end: whole.innerEnd }, quotes, found)
  }

  #sourceOf(element: ElementNode): string {
    const { start, end } = this.#rangeOf(element)
    return this.#source.slice(start, end)
  }

  #rangeOf({ offset }: ElementNode): ElementRange {
    const range = this.ranges.get(offset)
    if (!range) throw new Error(`No element begins at ${offset}`)
    return range
  }

  #add(
    found: MarkdownBlock[],
    kind: BlockKind,
    markdown: string,
    element: ElementNode,
    quotes: readonly QuoteBox[],
  ): void {
    const { start, end } = this.#rangeOf(element)
    found.push({ kind, markdown, start, end, quotes, element })
    if (kind !== 'head') this.kept.add('block', markdown, this.#source.slice(start, end))
  }

  /** Text and inline elements that are in no paragraph, with the blanks around them. */
  #looseText(
    run: readonly StorageNode[],
    { start, end }: { start: number; end: number },
    quotes: readonly QuoteBox[],
    found: MarkdownBlock[],
  ): void {
    const markdown = this.#inline.write(run)
    if (markdown === '') return
    const source = this.#source.slice(start, end)
    const from = start + (source.length - source.trimStart().length)
    found.push({ kind: 'text', markdown, start: from, end: from + source.trim().length, quotes, element: undefined })
  }

  #block(element: ElementNode, quotes: readonly QuoteBox[], found: MarkdownBlock[]): void {
    const { name, children } = element
    const level = headingLevel(element)
    if (isMacro(element)) return this.#macro(element, element, quotes, found)
    if (name === 'p') return this.#paragraph(element, quotes, found)
    if (level > 0) {
      const words = this.#inline.write(children).replaceAll('\\\n', ' ')
      if (words !== '') this.#add(found, 'heading', `${'#'.repeat(level)} ${words}`, element, quotes)
    } else if (name === 'ul' || name === 'ol' || name === 'ac:task-list') this.#list(element, quotes, found)
    else if (name === 'table') this.#table(element, quotes, found)
    else if (name === 'hr') this.#add(found, 'rule', '---', element, quotes)
    else if (name === 'pre') this.#add(found, 'code', fenced(textContent(element), ''), element, quotes)
    else if (name === 'blockquote') this.#collect(element, [...quotes, this.#box(element, element)], found)
    else if (FRAMES.has(name)) this.#collect(element, quotes, found)
    else this.#stored(element, quotes, found)
  }

  #box(outer: ElementNode, inner: ElementNode): QuoteBox {
    const { start, end } = this.#rangeOf(outer)
    return { start, end, inner: this.#rangeOf(inner).inner }
  }

  /** An element without a form in Markdown, as it is stored. */
  #stored(element: ElementNode, quotes: readonly QuoteBox[], found: MarkdownBlock[]): void {
    this.#add(found, 'storage', fenced(this.#sourceOf(element), 'storage'), element, quotes)
  }

  #paragraph(element: ElementNode, quotes: readonly QuoteBox[], found: MarkdownBlock[]): void {
    const [only, ...others] = element.children.filter(node => !isEmptyNode(node))
    const macro = only?.type === 'element' && others.length === 0 && isMacro(only) && isBlock(only) ? only : undefined
    if (macro) return this.#macro(macro, element, quotes, found)
    const markdown = this.#inline.write(element.children)
    if (markdown !== '') this.#add(found, 'text', markdown, element, quotes)
  }

  /** @param outer the paragraph that has nothing else, or the macro */
  #macro(element: ElementNode, outer: ElementNode, quotes: readonly QuoteBox[], found: MarkdownBlock[]): void {
    const macro = macroOf(element)
    const diagram = this.#place.outlineOf?.(macro)
    if (diagram) {
      const info = `diagram ${diagram.name}`
      this.#add(found, 'diagram', fenced(diagram.text, info), outer, quotes)
      this.kept.add('diagram', oneLine(info), this.#sourceOf(outer))
      return
    }
    const body = child(element, 'ac:rich-text-body')
    if (macro.bodyKind === 'plain' && CODE_MACROS.has(macro.name)) {
      const language = macro.name === 'code' ? (macro.parameters['language'] ?? macro.parameters[''] ?? '') : ''
      this.#add(found, 'code', fenced(macro.plain, language), outer, quotes)
    } else if (body && FRAME_MACROS.has(macro.name)) this.#collect(body, quotes, found)
    else if (body) {
      const boxes = [...quotes, this.#box(outer, body)]
      this.#add(found, 'head', headOf(macro), outer, boxes)
      this.#collect(body, boxes, found)
    } else this.#stored(outer, quotes, found)
  }

  #table(element: ElementNode, quotes: readonly QuoteBox[], found: MarkdownBlock[]): void {
    const cellBlocks = (cell: ElementNode) => this.read(cell)
    const shape = tableMarkdown(element, { cellBlocks, rangeOf: part => this.#rangeOf(part) })
    if (!shape) return this.#stored(element, quotes, found)
    this.#add(found, 'table', shape.markdown, element, quotes)
    const block = found.at(-1)
    if (block) this.tables.set(block, shape)
    for (const row of shape.rows) {
      this.kept.add('row', row.markdown, this.#source.slice(row.start, row.end))
      for (const cell of row.cells)
        if (cell) this.kept.add('cell', cell.markdown, this.#source.slice(cell.start, cell.end))
    }
  }

  #list(element: ElementNode, quotes: readonly QuoteBox[], found: MarkdownBlock[]): void {
    const before = found.at(-1)
    const markdown = this.#listMarkdown(element, isSameList(before, element, quotes))
    if (markdown !== '') this.#add(found, 'list', markdown, element, quotes)
  }

  /** @param isSecond whether a list of the same kind is before it, from which another sign keeps it apart */
  #listMarkdown(element: ElementNode, isSecond: boolean): string {
    const isOrdered = element.name === 'ol'
    let number = Number(element.attributes['start'] ?? 1)
    if (!Number.isSafeInteger(number) || number < 0 || number > 1e8) number = 1
    const items: string[] = []
    for (const item of childElements(element)) {
      const task = item.name === 'ac:task'
      const body = task ? child(item, 'ac:task-body') : item
      const content = body ? this.#content(body) : ''
      if (task) this.#keepTask(item, body, content)
      else if (item.name === 'li') this.kept.add('item', content, this.#sourceOf(item))
      const box = task ? (taskOf(item).status === 'complete' ? '[x] ' : '[ ] ') : ''
      const sign = isOrdered ? `${number++}${isSecond ? ')' : '.'} ` : isSecond ? '* ' : '- '
      items.push(`${sign}${box}${indented(content, sign.length)}`.trimEnd())
    }
    return items.join('\n')
  }

  #keepTask(item: ElementNode, body: ElementNode | undefined, content: string): void {
    const { status } = taskOf(item)
    this.kept.add('task', `${status}\n${content}`, this.#sourceOf(item))
    if (body) this.kept.add('task body', content, this.#sourceOf(item))
  }

  /** Markdown of what is in an item. */
  #content(parent: ElementNode): string {
    const inner = this.read(parent)
    const isTight = inner.every(
      (block, index) => block.kind === 'list' || (index === 0 && block.kind === 'text' && block.quotes.length === 0),
    )
    return joined(inner, isTight)
  }
}

function isEmptyNode(node: StorageNode): boolean {
  if (node.type === 'text') return node.text.trim() === ''
  return node.type === 'comment' || node.name === 'br'
}

function isBlock(element: ElementNode): boolean {
  if (isMacro(element)) return !inlineMacros.has(element.attributes['ac:name'] ?? '')
  return element.name !== 'br' && (blockNames.has(element.name) || FRAMES.has(element.name))
}

function isSameList(before: MarkdownBlock | undefined, element: ElementNode, quotes: readonly QuoteBox[]): boolean {
  if (before?.kind !== 'list' || before.quotes.at(-1) !== quotes.at(-1)) return false
  const isOrdered = (one: ElementNode | undefined): boolean => one?.name === 'ol'
  if (isOrdered(before.element) !== isOrdered(element)) return false
  return !/^(?:\* |\d+\) )/.test(before.markdown)
}

function headOf(macro: MacroInvocation): string {
  const title = escapeText(oneLine(macro.parameters['title'] ?? ''))
  return `[!${ALERT_OF_MACRO[macro.name] ?? macro.name}]${title === '' ? '' : ` ${title}`}`
}

/** Code between fences that are longer than any in it. */
export function fenced(code: string, info: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${oneLine(info).replaceAll('`', "'")}\n${code === '' ? '' : `${code.replace(/\n$/, '')}\n`}${fence}`
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
