import type { ElementNode, StorageDocument, StorageNode } from './model.ts'
import { child, walk } from './model.ts'
import { hidden } from './text.ts'
import { isMacro } from './views.ts'

export type Direction = 'ltr' | 'rtl'

/** The directions of a block's texts. */
export interface Tally {
  /** Direction of the text that is the block's own, outside of blocks in it. */
  readonly own: Direction | undefined
  /** Direction of the first text. */
  readonly first: Direction | undefined
  /** Texts by their direction, those of blocks in it included. */
  readonly ltr: number
  readonly rtl: number
}

const STRONG = /[\p{L}\u061C\u200E\u200F]/u
const RIGHT_TO_LEFT = /[\u0590-\u08FF\u200F\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** Whether a text has letters that are written from right to left. */
export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text)
}

/**
 * Direction of a text: that of its first letter or mark of direction, as `dir="auto"` has it.
 * Source: Unicode Standard Annex 9, rules P2 and P3.
 */
export function textDirection(text: string): Direction | undefined {
  const letter = STRONG.exec(text)?.[0]
  return letter === undefined ? undefined : RIGHT_TO_LEFT.test(letter) ? 'rtl' : 'ltr'
}

/** The tally of a block, of the text that is its own and of the blocks in it. */
export function tallyOf(own: Direction | undefined, inner: readonly Tally[]): Tally {
  let ltr = own === 'ltr' ? 1 : 0
  let rtl = own === 'rtl' ? 1 : 0
  let first = own
  for (const tally of inner) {
    ltr += tally.ltr
    rtl += tally.rtl
    first ??= tally.first
  }
  return { own, first, ltr, rtl }
}

/** Direction of a block: that of the text directly in it, else of most texts in it. @returns undefined if unknown */
export function blockDirection({ own, first, ltr, rtl }: Tally): Direction | undefined {
  return own ?? (ltr === rtl ? first : rtl > ltr ? 'rtl' : 'ltr')
}

/** Direction that attributes set, of an element or of one in the editor. `auto` says that the text decides. */
export function writtenDirection({ dir, style }: Readonly<Record<string, unknown>>): Direction | 'auto' | undefined {
  const styled =
    typeof style === 'string' ? /(?:^|;)\s*direction\s*:\s*(ltr|rtl)\s*(?:;|$)/i.exec(style)?.[1] : undefined
  const written = styled?.toLowerCase() ?? dir
  return written === 'ltr' || written === 'rtl' || written === 'auto' ? written : undefined
}

/** `rtl` if most of the texts are written from right to left, for the list of them. */
export function listDirection(texts: readonly string[]): 'rtl' | undefined {
  const tally = tallyOf(
    undefined,
    texts.map(text => tallyOf(textDirection(text), [])),
  )
  return blockDirection(tally) === 'rtl' ? 'rtl' : undefined
}

/** Elements that are drawn with a direction: texts, and blocks with marks, columns or sides. */
const directed: ReadonlySet<string> = new Set(
  `p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table caption td th blockquote pre div section article aside figcaption
  summary details ac:task-list ac:task ac:layout-section ac:structured-macro ac:macro ac:caption`.split(/\s+/),
)

const none: ReadonlyMap<ElementNode, Direction> = new Map()

/**
 * Blocks that are written in another direction than the block around them; a document is written from left to right.
 * A block whose direction the author has set is left out, and so are those in it.
 */
export function directions(doc: StorageDocument): ReadonlyMap<ElementNode, Direction> {
  if (!walk(doc).some(node => hasRightToLeft(wordsOf(node)))) return none
  const tallies = new Map<ElementNode, Tally>()
  measure(doc.children, tallies)
  const found = new Map<ElementNode, Direction>()
  assign(doc.children, 'ltr', tallies, found)
  return found
}

/** Text of a node itself: that of a text node, or the title that a link without words shows. */
function wordsOf(node: StorageNode): string {
  if (node.type === 'text') return node.text
  return node.type === 'element' ? (node.attributes['ri:content-title'] ?? '') : ''
}

function measure(nodes: readonly StorageNode[], tallies: Map<ElementNode, Tally>): Tally {
  let own: Direction | undefined
  const inner: Tally[] = []
  const visit = (children: readonly StorageNode[]) => {
    for (const node of children) {
      if (node.type === 'element' && isDirected(node)) {
        const tally = measure(node.children, tallies)
        tallies.set(node, tally)
        inner.push(tally)
      } else if (node.type !== 'element' || !isSilent(node)) {
        own ??= textDirection(wordsOf(node))
        if (node.type === 'element') visit(shownChildren(node))
      }
    }
  }
  visit(nodes)
  return tallyOf(own, inner)
}

function assign(
  nodes: readonly StorageNode[],
  around: Direction,
  tallies: ReadonlyMap<ElementNode, Tally>,
  found: Map<ElementNode, Direction>,
): void {
  for (const node of nodes) {
    if (node.type !== 'element') continue
    const tally = tallies.get(node)
    const written = tally && writtenDirection(node.attributes)
    if (written === 'ltr' || written === 'rtl') continue
    const direction = (tally && blockDirection(tally)) ?? around
    if (direction !== around && written === undefined) found.set(node, direction)
    assign(node.children, direction, tallies, found)
  }
}

/** Macros are blocks of text only with a body of storage format. */
function isDirected(element: ElementNode): boolean {
  return directed.has(element.name) && (!isMacro(element) || child(element, 'ac:rich-text-body') !== undefined)
}

/** Whether an element itself shows no words: code has no direction, and parameters are not shown. */
function isSilent(element: ElementNode): boolean {
  return hidden.has(element.name) || isMacro(element) || element.name === 'bdi' || element.name === 'bdo'
}

/** A link with words does not show the title of its page. */
function shownChildren(element: ElementNode): readonly StorageNode[] {
  if (element.name !== 'ac:link') return element.children
  const body = child(element, 'ac:link-body') ?? child(element, 'ac:plain-text-link-body')
  return body ? body.children : element.children
}
