import { occurrences } from './occurrences.ts'
import { RangeSearch } from './ranges.ts'
import type { TextRange } from './readable.ts'

/** Differences beyond which two texts are taken for different ones. */
const MOST_DIFFERENCES = 1500

interface Token extends TextRange {
  readonly word: string
}

/**
 * Relates the words of two texts: first by equal lines, then by equal words between those, so that a word is related to
 * one of the same neighbourhood; text moved as a whole is found in the new text.
 * @returns a function from ranges of the first text to the ranges of the same words in the second; words that were
 * added between are not part of them
 */
export function mappedWords(before: string, after: string): (ranges: readonly TextRange[]) => TextRange[] {
  const from = tokens(before)
  const to = tokens(after)
  const [fromWords, toWords] = [from.map(token => token.word), to.map(token => token.word)]
  const [fromLines, toLines] = [lines(before, from), lines(after, to)]
  const partner = new Int32Array(from.length).fill(-1)
  const taken = new Uint8Array(to.length)
  const join = (a: number, b: number) => {
    partner[a] = b
    taken[b] = 1
  }
  relateSurely(fromLines, toLines, (a, b) => {
    const [line, other] = [fromLines[a], toLines[b]]
    if (line && other) for (let n = 0; n < line.count; n++) join(line.first + n, other.first + n)
  })
  betweenPartners(partner, to.length, (a, aEnd, b, bEnd) => {
    relateSurely(from.slice(a, aEnd), to.slice(b, bEnd), (x, y) => join(a + x, b + y))
  })
  return ranges => {
    const wanted = indexesIn(from, ranges)
    const words = wanted.map(index => fromWords[index] ?? '')
    const [only, ...others] = placesOf(words, toWords)
    const isOnly = only !== undefined && others.length === 0 && placesOf(words, fromWords).length === 1
    const found = wanted.map((index, n) => (isOnly ? only + n : (partner[index] ?? -1)))
    const isLost = found.every(index => index < 0)
    return rangesOf(wanted, isLost ? moved(words, toWords, taken) : found, to)
  }
}

/** Calls for each pair of equal items that stays the same from whichever end the two sequences are compared. */
function relateSurely(
  a: readonly { word: string }[],
  b: readonly { word: string }[],
  join: (a: number, b: number) => void,
): void {
  const partner = new Int32Array(a.length).fill(-1)
  relate(a.toReversed(), b.toReversed(), (x, y, length) => {
    for (let i = 0; i < length; i++) partner[a.length - 1 - x - i] = b.length - 1 - y - i
  })
  relate(a, b, (x, y, length) => {
    for (let i = 0; i < length; i++) if (partner[x + i] === y + i) join(x + i, y + i)
  })
}

/** The first two places at which words follow each other. */
function placesOf(words: readonly string[], all: readonly string[]): number[] {
  const places: number[] = []
  for (const place of occurrences(words, all)) if (places.push(place) === 2) break
  return places
}

/** Indexes of the tokens that ranges touch, ascending. */
function indexesIn(all: readonly Token[], ranges: readonly TextRange[]): number[] {
  const search = new RangeSearch(ranges)
  return all.flatMap((token, index) => (search.touching(token) ? [index] : []))
}

/** Ranges over related words; those that are neighbours in both texts are one. */
function rangesOf(wanted: readonly number[], found: readonly number[], to: readonly Token[]): TextRange[] {
  const result: TextRange[] = []
  let last = -2
  let lastWanted = -2
  found.forEach((partner, order) => {
    const token = to[partner]
    const index = wanted[order] ?? -1
    if (!token) return
    const previous = result.at(-1)
    if (previous && partner === last + 1 && index === lastWanted + 1)
      result[result.length - 1] = { start: previous.start, end: token.end }
    else result.push({ start: token.start, end: token.end })
    last = partner
    lastWanted = index
  })
  return result
}

/** Position of the missing words in the new text, if there is only one; else none. */
function moved(words: readonly string[], to: readonly string[], taken: Uint8Array): number[] {
  // No word is empty, so an empty string is none of them.
  const fresh = to.map((word, index) => (taken[index] === 0 ? word : ''))
  const [place, ...others] = placesOf(words, fresh)
  return place === undefined || others.length > 0 ? [] : words.map((_, n) => place + n)
}

/** Words, and each other character that is seen. */
function tokens(text: string): Token[] {
  return [...text.matchAll(/[\p{L}\p{N}\p{M}_]+|[^\s\p{L}\p{N}\p{M}_]/gu)].map(({ 0: word, index }) => ({
    word,
    start: index,
    end: index + word.length,
  }))
}

interface Line {
  readonly word: string
  /** Index of its first token. */
  readonly first: number
  readonly count: number
}

/** Lines of a text with the tokens in each. */
function lines(text: string, all: readonly Token[]): Line[] {
  const result: Line[] = []
  let at = 0
  let next = 0
  for (const line of text.split('\n')) {
    const end = at + line.length
    const first = next
    while (next < all.length && (all[next]?.start ?? end) < end) next++
    if (next > first)
      result.push({
        word: all
          .slice(first, next)
          .map(token => token.word)
          .join(' '),
        first,
        count: next - first,
      })
    at = end + 1
  }
  return result
}

/** Calls for each stretch of tokens between related ones. */
function betweenPartners(
  partner: Int32Array,
  length: number,
  call: (a: number, aEnd: number, b: number, bEnd: number) => void,
): void {
  const related = [...partner.entries()].filter(([, b]) => b >= 0)
  let [a, b] = [0, 0]
  for (const [nextA, nextB] of [...related, [partner.length, length] as const]) {
    if (nextA > a && nextB > b) call(a, nextA, b, nextB)
    a = nextA + 1
    b = nextB + 1
  }
}

/**
 * Stretches that two sequences have in common, by the algorithm of E. Myers, "An O(ND) Difference Algorithm and Its
 * Variations" (1986); equal beginnings and ends first, and nothing between where the differences are too many.
 */
function relate(
  a: readonly { word: string }[],
  b: readonly { word: string }[],
  common: (a: number, b: number, length: number) => void,
): void {
  const isSame = (x: number, y: number) => a[x]?.word === b[y]?.word
  let start = 0
  while (start < a.length && start < b.length && isSame(start, start)) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && isSame(a.length - 1 - end, b.length - 1 - end)) end++
  if (start > 0) common(0, 0, start)
  if (end > 0) common(a.length - end, b.length - end, end)
  middle(start, a.length - end, start, b.length - end, isSame, common)
}

function middle(
  aStart: number,
  aEnd: number,
  bStart: number,
  bEnd: number,
  isSame: (x: number, y: number) => boolean,
  common: (a: number, b: number, length: number) => void,
): void {
  const n = aEnd - aStart
  const m = bEnd - bStart
  if (n === 0 || m === 0) return
  const most = Math.min(n + m, MOST_DIFFERENCES)
  const reach = new Int32Array(2 * most + 3)
  const history: Int32Array[] = []
  for (let d = 0; d <= most; d++) {
    history.push(reach.slice(most + 1 - d - 1, most + 1 + d + 2))
    for (let k = -d; k <= d; k += 2) {
      const [below, above] = [reach[most + k] ?? 0, reach[most + k + 2] ?? 0]
      let x = k === -d || (k !== d && below < above) ? above : below + 1
      while (x < n && x - k < m && isSame(aStart + x, bStart + x - k)) x++
      reach[most + 1 + k] = x
      if (x >= n && x - k >= m)
        return backwards(history, n, m, (u, v, length) => common(aStart + u, bStart + v, length))
    }
  }
}

/** Follows the path that reached the end back to the start. */
function backwards(
  history: readonly Int32Array[],
  n: number,
  m: number,
  common: (a: number, b: number, length: number) => void,
): void {
  let [x, y] = [n, m]
  for (let d = history.length - 1; d > 0; d--) {
    const reach = history[d] ?? new Int32Array()
    const at = (k: number) => reach[k + d + 1] ?? 0
    const k = x - y
    const isDown = k === -d || (k !== d && at(k - 1) < at(k + 1))
    const previousK = isDown ? k + 1 : k - 1
    const px = at(previousK)
    const py = px - previousK
    const startX = isDown ? px : px + 1
    if (x > startX) common(startX, startX - k, x - startX)
    ;[x, y] = [px, py]
  }
  if (x > 0) common(0, 0, x)
}
