/**
 * Markers of inline comments (`ac:inline-comment-marker`): put around words, found, removed, and carried over to
 * another version of the text that was written without them.
 */
import { mappedWords } from './align.ts'
import type { ElementNode, StorageDocument, StorageNode } from './model.ts'
import { element, mapElements, text, walk, walkElements } from './model.ts'
import { joinedRanges, RangeSearch } from './ranges.ts'
import { isPiece, readable, type Readable, type TextRange } from './readable.ts'
import { isMacro } from './views.ts'

const MARKER = 'ac:inline-comment-marker'
const REF = 'ac:ref'

/** Inline elements that a marker may surround or be in. */
const inline: ReadonlySet<string> = new Set(
  `a abbr acronym b bdi bdo big cite code del dfn em font i ins kbd label mark q s samp small span strike strong sub sup
  tt u var ac:inline-comment-marker`.split(/\s+/),
)

/** Other elements that words may be in. */
const holders: ReadonlySet<string> = new Set(
  `p h1 h2 h3 h4 h5 h6 li td th div blockquote pre dt dd caption address center section article details summary
  ac:rich-text-body ac:task-body ac:layout-cell ac:link-body ac:caption`.split(/\s+/),
)

/** References of the markers in a document, each once, in the order of the text. */
export function markerRefs(doc: StorageDocument): string[] {
  return [
    ...new Set([...walkElements(doc)].flatMap(node => (node.name === MARKER ? (node.attributes[REF] ?? []) : []))),
  ]
}

/** The same, from storage text that `serialise` wrote, without reading all of it. */
export function markerRefsIn(storage: string): string[] {
  if (!storage.includes(MARKER)) return []
  const marked = storage.replaceAll(/<!\[CDATA\[[\s\S]*?\]\]>|<!--[\s\S]*?-->/g, '')
  const refs = [...marked.matchAll(/<ac:inline-comment-marker [^>]*?ac:ref="([^"]*)"/g)].map(([, ref = '']) => ref)
  return [...new Set(refs.map(decoded))]
}

function decoded(value: string): string {
  return value.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}

/**
 * Puts markers with one reference around ranges of the readable text: one for each line of words that can be
 * surrounded as it is, so that no element is split.
 * @returns the same document where the ranges hold no words
 */
export function mark(doc: StorageDocument, ref: string, ranges: readonly TextRange[]): StorageDocument {
  const marking = new Marking(readable(doc), ref, ranges)
  const children = marking.nodes(doc.children, true)
  return marking.isDone ? { ...doc, children } : doc
}

class Marking {
  readonly #places: Readable['places']
  readonly #text: string
  readonly #ref: string
  readonly #ranges: RangeSearch
  isDone = false

  constructor({ places, text: whole }: Readable, ref: string, ranges: readonly TextRange[]) {
    this.#places = places
    this.#text = whole
    this.#ref = ref
    this.#ranges = new RangeSearch(ranges)
  }

  /** @param canHold whether a marker may be a child of the parent of these nodes */
  nodes(nodes: readonly StorageNode[], canHold: boolean): readonly StorageNode[] {
    const out: StorageNode[] = []
    let run: StorageNode[] = []
    const flush = () => {
      if (run.some(node => this.#hasWords(node))) {
        out.push(element(MARKER, { [REF]: this.#ref }, run))
        this.isDone = true
      } else out.push(...run)
      run = []
    }
    for (const node of nodes) {
      const place = this.#places.get(node)
      if (canHold && node.type === 'text' && this.#touches(place)) {
        for (const [part, isIn] of this.#split(node.text, place?.start ?? 0)) {
          const piece = text(part)
          if (!isIn) flush()
          ;(isIn ? run : out).push(piece)
          if (isIn && part.trim() !== '') this.#words.add(piece)
        }
      } else if (canHold && node.type === 'element' && this.#isCovered(node)) run.push(node)
      else {
        flush()
        out.push(node.type === 'element' ? this.#within(node) : node)
      }
    }
    flush()
    const isSame = out.length === nodes.length && out.every((node, index) => node === nodes[index])
    return isSame ? nodes : merged(out)
  }

  /** Text nodes made here, which are in a range and hold words. */
  readonly #words = new WeakSet<StorageNode>()

  /** The element with what is marked in it: nothing in what is shown as one piece. */
  #within(node: ElementNode): ElementNode {
    if (isPiece(node)) return node
    const children = this.nodes(node.children, inline.has(node.name) || holders.has(node.name))
    return children === node.children ? node : { ...node, children }
  }

  #touches(place: TextRange | undefined): boolean {
    return place !== undefined && this.#ranges.touching(place)
  }

  /** Parts of a text, and whether a range holds them. */
  #split(value: string, start: number): (readonly [string, boolean])[] {
    const parts: (readonly [string, boolean])[] = []
    let at = 0
    for (const range of this.#ranges.within({ start, end: start + value.length })) {
      const [from, to] = [range.start - start, range.end - start]
      if (from > at) parts.push([value.slice(at, from), false])
      parts.push([value.slice(from, to), true])
      at = to
    }
    if (at < value.length) parts.push([value.slice(at), false])
    return parts
  }

  #isCovered(node: StorageNode): boolean {
    if (node.type === 'comment') return false
    const place = this.#places.get(node)
    if (node.type === 'text') return place !== undefined && this.#ranges.holding(place)
    if (isMacro(node)) return place !== undefined && this.#surrounds(place)
    if (isPiece(node)) return place !== undefined && (this.#touches(place) || this.#surrounds(place))
    const isLink = node.name === 'ac:link'
    if (!inline.has(node.name) && !isLink) return false
    const body = isLink ? node.children.find(item => item.type === 'element' && item.name === 'ac:link-body') : node
    if (body?.type !== 'element' || body.children.length === 0) return false
    return body.children.every(inner => this.#isCovered(inner)) && this.#hasWords(body)
  }

  /** Whether an empty place is amid a range, with words at both sides. */
  #surrounds(place: TextRange): boolean {
    return place.start === place.end && this.#ranges.touching(place)
  }

  #hasWords(node: StorageNode): boolean {
    if (this.#words.has(node)) return true
    const inner = node.type === 'element' ? [node, ...walk(node)] : [node]
    return inner.some(item => {
      const place = this.#places.get(item)
      return place !== undefined && this.#text.slice(place.start, place.end).trim() !== ''
    })
  }
}

/** Ranges of the readable text that have a marker of this reference, in order; adjacent ones are joined. */
export function markedRanges(doc: StorageDocument, ref: string, { places }: Readable = readable(doc)): TextRange[] {
  const found: TextRange[] = []
  for (const marker of walkElements(doc)) {
    if (marker.name !== MARKER || marker.attributes[REF] !== ref) continue
    for (const node of walk(marker)) {
      const place = places.get(node)
      if (place && place.end > place.start) found.push(place)
    }
  }
  return joinedRanges(found)
}

/** Takes the markers of one reference out, or all of them, and leaves their words. */
export function unmark(doc: StorageDocument, ref?: string): StorageDocument {
  const isMarker = (node: StorageNode) =>
    node.type === 'element' && node.name === MARKER && (ref === undefined || node.attributes[REF] === ref)
  const without = (nodes: readonly StorageNode[]) =>
    nodes.some(isMarker)
      ? merged(nodes.flatMap(node => (isMarker(node) ? (node as ElementNode).children : [node])))
      : nodes
  const inner = mapElements(doc, node => {
    const children = without(node.children)
    return children === node.children ? node : { ...node, children }
  })
  const children = without(inner.children)
  return children === inner.children ? inner : { ...inner, children }
}

/** Adjacent texts as one, which the tree demands. */
function merged(nodes: readonly StorageNode[]): StorageNode[] {
  const result: StorageNode[] = []
  for (const node of nodes) {
    const last = result.at(-1)
    if (node.type === 'text' && last?.type === 'text') result[result.length - 1] = text(last.text + node.text)
    else result.push(node)
  }
  return result
}

/** Words of a mark that must be found again for it to stay, of those it had. */
const LEAST_LEFT = 1 / 3

/**
 * Puts markers that a text lacks around the remainder of their words, as when its author's copy of the page did not
 * have them yet.
 * @param before the text that has the markers
 * @param after the text that came in its place
 * @param refs the markers that are looked for
 * @returns `after` with those that were found; the others are on words that are gone
 */
export function carryMarkers(
  before: StorageDocument,
  after: StorageDocument,
  refs: readonly string[],
): StorageDocument {
  const present = new Set(markerRefs(after))
  const was = readable(before)
  const wanted = refs.flatMap(ref => {
    const ranges = present.has(ref) ? [] : markedRanges(before, ref, was)
    return ranges.length > 0 ? [{ ref, ranges }] : []
  })
  if (wanted.length === 0) return after
  const { text: now } = readable(after)
  const map = mappedWords(was.text, now)
  let result = after
  for (const { ref, ranges } of wanted) {
    const left = map(ranges)
    const isLeft = left.length > 0 && lettersIn(now, left) >= LEAST_LEFT * lettersIn(was.text, ranges)
    if (isLeft) result = mark(result, ref, left)
  }
  return result
}

function lettersIn(whole: string, ranges: readonly TextRange[]): number {
  return ranges.reduce((sum, { start, end }) => sum + whole.slice(start, end).replaceAll(/\s+/g, '').length, 0)
}

/**
 * Puts nodes behind a position of the readable text, after the link or code that it may be in.
 * @returns the same document when no text reaches the position
 */
export function insertAfter(doc: StorageDocument, position: number, added: readonly StorageNode[]): StorageDocument {
  const { places } = readable(doc)
  let isDone = false
  const reaches = (place: TextRange | undefined) =>
    place !== undefined && place.start < position && position <= place.end
  const within = (nodes: readonly StorageNode[]): readonly StorageNode[] =>
    nodes.flatMap(node => {
      if (isDone || node.type === 'comment') return [node]
      const place = places.get(node)
      if (node.type === 'text' || isPiece(node) || apart.has(node.name)) {
        const isHere =
          node.type === 'text' ? reaches(place) : [node, ...walk(node)].some(item => reaches(places.get(item)))
        if (!isHere) return [node]
        isDone = true
        if (node.type !== 'text' || !place) return [node, ...added]
        const at = position - place.start
        return [text(node.text.slice(0, at)), ...added, text(node.text.slice(at))].filter(
          item => item.type !== 'text' || item.text !== '',
        )
      }
      const children = within(node.children)
      return [children === node.children ? node : { ...node, children }]
    })
  const children = within(doc.children)
  return isDone ? { ...doc, children: merged(children) } : doc
}

/** Inline elements that nothing is inserted in. */
const apart: ReadonlySet<string> = new Set(['a', 'ac:link', 'code', 'tt', 'kbd', MARKER])
