import type { Tokens } from 'marked'
import { child, element as elementOf, type ElementNode } from '../model.ts'
import { serialiseNodes } from '../serialise.ts'
import { headingLevel, isMacro, macroOf } from '../views.ts'
import type { MarkdownPage } from './blocks.ts'
import { differences } from './differences.ts'
import { newText, type NewBlock } from './new-blocks.ts'
import type { MarkdownBlock, QuoteBox } from './page.ts'
import { spliced, type Splice } from './splices.ts'
import { editTable } from './table-edit.ts'
import { blockTokens, escaped, headIn, MarkdownError, StorageWriter } from './to-storage.ts'

/** Gathers changes of a page's blocks, and writes them all. */
export class PageEditor {
  readonly #page: MarkdownPage
  readonly #writer: StorageWriter
  readonly #splices: Splice[] = []
  readonly #deleted = new Set<number>()

  constructor(page: MarkdownPage) {
    this.#page = page
    this.#writer = new StorageWriter(page.place, page.kept)
  }

  /** Makes blocks from `first` to before `end` as the new ones: equal ones stay, similar ones are changed in place. */
  replace(first: number, end: number, wanted: readonly NewBlock[]): void {
    const old = this.#page.blocks.slice(first, end)
    pairs(old.map(keyOfOld), wanted.map(keyOfNew), (at, count, newAt, newCount) => {
      const [from, run, others] = [first + at, old.slice(at, at + count), wanted.slice(newAt, newAt + newCount)]
      pairs(
        run.map(kindOfOld),
        others.map(kindOfNew),
        (n, less, m, more) => this.#change(from + n, less, others.slice(m, m + more)),
        (n, m) => this.#edit(from + n, others[m] as NewBlock),
      )
    })
  }

  /** Blocks that take the place of others of different kinds. */
  #change(first: number, count: number, wanted: readonly NewBlock[]): void {
    let after = first - 1
    let rest = wanted
    for (let index = first; index < first + count; index++) {
      const block = this.#page.blocks[index]
      const [next] = rest
      const fits = block && next && block.quotes.length === next.depth && block.kind !== 'head' && next.kind !== 'head'
      if (fits) {
        this.#edit(index, next)
        rest = rest.slice(1)
      } else this.#deleted.add(index)
      after = index
    }
    this.insert(after, rest)
  }

  /** Adds blocks behind one, within the boxes that it is in as far as they are quoted; `after` -1 is the beginning. */
  insert(after: number, wanted: readonly NewBlock[]): void {
    const anchor = this.#page.blocks[after]
    const open = anchor?.quotes.length ?? 0
    const baseOf = ({ kind, depth }: NewBlock): number => Math.min(kind === 'head' ? depth - 1 : depth, open)
    for (let at = 0; at < wanted.length;) {
      const [first] = wanted.slice(at, at + 1)
      if (!first) return
      const base = baseOf(first)
      let end = at + 1
      for (let next = wanted[end]; next && next.depth >= base && baseOf(next) >= base; next = wanted[end]) {
        // Without a box that was begun here, deeper ones belong elsewhere.
        if (baseOf(next) > base && first.depth === base) break
        end++
      }
      const place = this.#placeFor(anchor, base)
      this.#splices.push({ start: place, end: place, text: this.#writer.blocks(newText(wanted.slice(at, end), base)) })
      at = end
    }
  }

  #placeFor(anchor: MarkdownBlock | undefined, base: number): number {
    const { blocks, source, ranges } = this.#page
    if (anchor) {
      const box = anchor.quotes[base]
      if (box) return box.end
      return anchor.kind === 'head' ? (anchor.quotes.at(-1)?.inner ?? anchor.end) : anchor.end
    }
    const [first] = blocks
    if (first) return first.quotes[0]?.start ?? first.start
    const cell = source.indexOf('<ac:layout-cell')
    return ranges.get(cell)?.inner ?? source.length
  }

  /** The page with all changes. @throws MarkdownError if the head of a box would go without its content */
  result(): string {
    const removed = this.#removedBoxes()
    const isRemoved = (at: number): QuoteBox | undefined => removed.find(({ start, end }) => at > start && at < end)
    const splices = this.#splices.map(splice => {
      const box = isRemoved(splice.start)
      return box ? { ...splice, start: box.end, end: box.end } : splice
    })
    for (const { start, end } of removed) splices.push({ start, end, text: '' })
    for (const index of this.#deleted) {
      const block = this.#page.blocks[index]
      if (!block || removed.some(box => block.start >= box.start && block.end <= box.end)) continue
      if (block.kind === 'head')
        throw new MarkdownError(
          `The first line of a box, "${block.markdown}", goes only together with all that is in the box`,
        )
      splices.push({ start: block.start, end: block.end, text: '' })
    }
    return spliced(this.#page.source, splices)
  }

  /** Outermost boxes of which all blocks are deleted. */
  #removedBoxes(): QuoteBox[] {
    const kept = new Set<number>()
    const all = new Map<number, QuoteBox>()
    this.#page.blocks.forEach(({ quotes }, index) => {
      for (const box of quotes) {
        all.set(box.start, box)
        if (!this.#deleted.has(index)) kept.add(box.start)
      }
    })
    const removed = [...all.values()].filter(({ start }) => !kept.has(start))
    return removed.filter(
      box => !removed.some(other => other !== box && other.start <= box.start && other.end >= box.end),
    )
  }

  /** Changes a block in place. */
  #edit(index: number, wanted: NewBlock): void {
    const block = this.#page.blocks[index]
    if (!block) return
    if (block.quotes.length !== wanted.depth) {
      this.#deleted.add(index)
      return this.insert(index, [wanted])
    }
    const { start, end } = block
    this.#splices.push(
      ...(this.#inPlace(block, wanted) ?? [{ start, end, text: this.#writer.blocks(wanted.markdown) }]),
    )
  }

  /** Changes that keep the element of a block; undefined if it becomes another one. */
  #inPlace(block: MarkdownBlock, { kind, markdown }: NewBlock): Splice[] | undefined {
    const { start, end, element } = block
    const tokens = blockTokens(markdown)
    const [token] = tokens
    if (kind === 'head') return this.#head(block, markdown)
    if (!token || tokens.length > 1 || kind !== block.kind) return undefined
    if (kind === 'text' && token.type === 'paragraph') {
      if (!element) return [{ start, end, text: this.#writer.inline(token.tokens) }]
      return element.name === 'p' ? this.#content(block, this.#writer.inline(token.tokens)) : undefined
    }
    if (!element) return undefined
    if (kind === 'heading' && headingLevel(element) === (token as Tokens.Heading).depth)
      return this.#content(block, this.#writer.inline((token as Tokens.Heading).tokens))
    if (kind === 'list') return this.#list(block, element, token as Tokens.List)
    if (kind === 'code') return this.#code(block, element, token as Tokens.Code)
    const shape = kind === 'table' ? this.#page.tables.get(block) : undefined
    return shape && editTable({ source: this.#page.source, block, shape, writer: this.#writer }, token as Tokens.Table)
  }

  /** New content between the tags that a block has. */
  #content({ start, end }: MarkdownBlock, content: string): Splice[] | undefined {
    const range = this.#page.ranges.get(start)
    return range && range.end === end ? [{ start: range.inner, end: range.innerEnd, text: content }] : undefined
  }

  #list({ start, end }: MarkdownBlock, element: ElementNode, token: Tokens.List): Splice[] | undefined {
    const isTasks = !token.ordered && token.items.every(({ task }) => task)
    const name = isTasks ? 'ac:task-list' : token.ordered ? 'ol' : 'ul'
    const range = this.#page.ranges.get(start)
    if (!range || element.name !== name || Number(token.start || 1) !== Number(element.attributes['start'] ?? 1))
      return undefined
    return [{ start, end, text: this.#writer.list(token, this.#page.source.slice(start, range.inner)) }]
  }

  #code(block: MarkdownBlock, outer: ElementNode, { text, lang = '' }: Tokens.Code): Splice[] | undefined {
    if (outer.name === 'pre') return lang === '' ? this.#content(block, escaped(text)) : undefined
    const element = isMacro(outer) ? outer : outer.children.find(node => node.type === 'element' && isMacro(node))
    const body = element?.type === 'element' ? child(element, 'ac:plain-text-body') : undefined
    if (element?.type !== 'element' || !body) return undefined
    const { parameters } = macroOf(element)
    const range = this.#page.ranges.get(body.offset)
    if (!range || lang.trim() !== (parameters['language'] ?? parameters[''] ?? '')) return undefined
    const changed = serialiseNodes([elementOf('ac:plain-text-body', {}, [text])])
    return [{ start: range.start, end: range.end, text: changed }]
  }

  /** @throws MarkdownError for another kind of box */
  #head(block: MarkdownBlock, markdown: string): Splice[] {
    const [was = ''] = /^\[![\w-]+\]/.exec(block.markdown) ?? []
    const [is = ''] = /^\[![\w-]+\]/.exec(markdown) ?? []
    if (was !== is)
      throw new MarkdownError(
        `A box stays of its kind: "${was}" cannot become "${is}". Remove it and write another one`,
      )
    const outer = block.element
    const macro =
      outer && (isMacro(outer) ? outer : outer.children.find(node => node.type === 'element' && isMacro(node)))
    if (macro?.type !== 'element') return []
    const title = headIn(markdown)?.title ?? ''
    const parameter = elementOf('ac:parameter', { 'ac:name': 'title' }, [title])
    const text = title === '' ? '' : serialiseNodes([parameter])
    const old = macro.children.find(
      node => node.type === 'element' && node.name === 'ac:parameter' && node.attributes['ac:name'] === 'title',
    )
    const range = this.#page.ranges.get(old?.type === 'element' ? old.offset : macro.offset)
    if (!range) return []
    return [old ? { start: range.start, end: range.end, text } : { start: range.inner, end: range.inner, text }]
  }
}

/**
 * Relates two sequences. `changed` is called for what is between equal items, with the first index and the number of
 * items of each; `equal` for each pair of equal items.
 */
function pairs(
  before: readonly string[],
  after: readonly string[],
  changed: (at: number, count: number, newAt: number, newCount: number) => void,
  equal: (at: number, newAt: number) => void = () => undefined,
): void {
  let [at, newAt] = [0, 0]
  const equalUntil = (end: number): void => {
    while (at < end) equal(at++, newAt++)
  }
  for (const { from, to, newFrom, newTo } of differences(before, after)) {
    equalUntil(from)
    changed(from, to - from, newFrom, newTo - newFrom)
    at = to
    newAt = newTo
  }
  equalUntil(before.length)
}

function keyOfOld({ kind, markdown, quotes }: MarkdownBlock): string {
  return keyOf(kind, quotes.length, markdown)
}

function keyOfNew({ kind, markdown, depth }: NewBlock): string {
  return keyOf(kind, depth, markdown)
}

/** A diagram is the same whatever its outline says: that is made of the diagram. */
function keyOf(kind: string, depth: number, markdown: string): string {
  return `${depth} ${kind === 'diagram' ? markdown.replace(/\n[\s\S]*$/, '') : markdown}`
}

function kindOfOld({ kind, quotes }: MarkdownBlock): string {
  return `${quotes.length} ${kind}`
}

function kindOfNew({ kind, depth }: NewBlock): string {
  return `${depth} ${kind}`
}
