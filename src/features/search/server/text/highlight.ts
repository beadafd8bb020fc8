import { matchAt } from './match.ts'
import type { HighlightTerm } from './match.ts'
import { stretchesWith, type Stretch } from './stretches.ts'
import { tokenize } from './tokenizer.ts'
import type { Token } from './tokenizer.ts'

/** The marks that the REST interface puts around a hit (`excerpt=highlight`). */
export const HIT_START = '@@@hl@@@'
export const HIT_END = '@@@endhl@@@'

export interface ExcerptPart {
  text: string
  hit: boolean
}

export interface Excerpt {
  /** The excerpt in order, white space collapsed; neighbouring parts differ in `hit`. */
  parts: ExcerptPart[]
  /** Whether text was left out before and after. */
  cutBefore: boolean
  cutAfter: boolean
}

/** About how long an excerpt is, in UTF-16 units. */
export const EXCERPT_LENGTH = 250
/** Hits further into a text than this are not looked for. */
const SEARCHED_CHARS = 300_000
/** Hits looked at: where there are more, the first ones suffice. */
const MAX_HITS = 5000
/** How far a cut moves to fall between words. */
const CUT_SLACK = 40

interface Hit {
  start: number
  end: number
  term: number
}

/**
 * The piece of a plain text around its densest hits, cut between words. Without a hit: the text's beginning.
 * A piece with more different terms wins over one with more hits; then the earlier one.
 */
export function excerptOf(text: string, terms: readonly HighlightTerm[], length = EXCERPT_LENGTH): Excerpt {
  return countedExcerpt(text, terms, length).excerpt
}

/** {@link excerptOf} with the number of different terms that it holds. */
export function countedExcerpt(
  text: string,
  terms: readonly HighlightTerm[],
  length = EXCERPT_LENGTH,
): { excerpt: Excerpt; terms: number } {
  const hits = findHits(text.slice(0, SEARCHED_CHARS), terms)
  const [from, to] = hits.length > 0 ? around(text, hits, length) : [0, cutEnd(text, length)]
  const shown = hits.filter(hit => hit.start >= from && hit.end <= to)
  const parts: ExcerptPart[] = []
  let at = from
  for (const hit of mergeOverlaps(shown)) {
    push(parts, text.slice(at, hit.start), false)
    push(parts, text.slice(hit.start, hit.end), true)
    at = hit.end
  }
  push(parts, text.slice(at, to), false)
  const excerpt = {
    parts: trimEnds(parts),
    cutBefore: text.slice(0, from).trim() !== '',
    cutAfter: text.slice(to, to + CUT_SLACK).trim() !== '' || text.slice(to).trim() !== '',
  }
  return { excerpt, terms: new Set(shown.map(hit => hit.term)).size }
}

/** A whole text (a title) with its hits, white space collapsed. */
export function highlightAll(text: string, terms: readonly HighlightTerm[]): ExcerptPart[] {
  return excerptOf(text, terms, Math.max(text.length, 1)).parts
}

/** The form of the REST interface: `a @@@hl@@@hit@@@endhl@@@ here`. Marks that the text itself holds are taken out. */
export function markedText(parts: readonly ExcerptPart[]): string {
  return parts
    .map(({ text, hit }) => {
      const clean = text.replaceAll(HIT_START, '').replaceAll(HIT_END, '')
      return hit ? HIT_START + clean + HIT_END : clean
    })
    .join('')
}

/** The excerpt without marks (`excerpt=indexed`). */
export const plainText = (parts: readonly ExcerptPart[]): string => parts.map(part => part.text).join('')

export function distinctTerms(terms: readonly HighlightTerm[]): HighlightTerm[] {
  return [...new Map(terms.map(term => [JSON.stringify(term), term])).values()]
}

function findHits(text: string, terms: readonly HighlightTerm[]): Hit[] {
  if (terms.length === 0) return []
  const { distinct, byFirst, scanned } = wantedOf(terms)
  const stretches = stretchesWith(text, distinct) ?? [{ start: 0, end: text.length }]
  const hits: Hit[] = []
  for (const tokens of stretches.flatMap(stretch => streamsOf(text, stretch))) {
    for (let at = 0; at < tokens.length && hits.length < MAX_HITS; at++) {
      for (const index of [...(byFirst.get(tokens[at]?.token ?? '') ?? []), ...scanned]) {
        const term = distinct[index]
        const taken = term ? matchAt(term, tokens, at) : 0
        for (const [offset, token] of tokens.slice(at, at + taken).entries()) {
          if (term) hits.push({ start: token.start, end: hitEnd(text, term, token, offset), term: index })
        }
      }
    }
  }
  return hits.toSorted((a, b) => a.start - b.start || b.end - a.end)
}

/** Terms that are looked for in a text. */
interface Wanted {
  distinct: readonly HighlightTerm[]
  /** Indexes of terms by their first token; and of those that have to be compared with each token. */
  byFirst: ReadonlyMap<string, readonly number[]>
  scanned: readonly number[]
}

/** The texts of an answer are all looked through for the same list of terms. */
const wanted = new WeakMap<readonly HighlightTerm[], Wanted>()

function wantedOf(terms: readonly HighlightTerm[]): Wanted {
  const known = wanted.get(terms)
  if (known) return known
  const distinct = distinctTerms(terms)
  const byFirst = new Map<string, number[]>()
  const scanned: number[] = []
  distinct.forEach((term, index) => {
    const first = term.kind === 'tokens' && !(term.prefix && term.tokens.length === 1) ? term.tokens[0] : undefined
    if (first === undefined) scanned.push(index)
    else byFirst.set(first, [...(byFirst.get(first) ?? []), index])
  })
  const made = { distinct, byFirst, scanned }
  wanted.set(terms, made)
  return made
}

/** The two streams of tokens of a piece of a text, at their places in the text. */
function streamsOf(text: string, { start, end }: Stretch): Token[][] {
  const all = tokenize(text.slice(start, end))
  for (const token of all) {
    token.start += start
    token.end += start
  }
  return [all.filter(token => !token.extra), all.filter(token => token.extra)]
}

/** Of a character pair found by its first character only that one is marked. */
function hitEnd(text: string, term: HighlightTerm, token: Token, offset: number): number {
  if (!token.cjk || term.kind !== 'tokens' || !term.prefix || offset < term.tokens.length - 1) return token.end
  const wanted = term.tokens[offset] ?? ''
  if (Array.from(wanted).length > 1) return token.end
  return token.start + ((text.codePointAt(token.start) ?? 0) > 0xffff ? 2 : 1)
}

function mergeOverlaps(hits: readonly Hit[]): { start: number; end: number }[] {
  const merged: { start: number; end: number }[] = []
  for (const { start, end } of hits) {
    const last = merged.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else merged.push({ start, end })
  }
  return merged
}

function around(text: string, hits: readonly Hit[], length: number): [number, number] {
  let best = { score: -1, start: 0, end: 0 }
  const counts = new Map<number, number>()
  let first = 0
  for (const [index, hit] of hits.entries()) {
    counts.set(hit.term, (counts.get(hit.term) ?? 0) + 1)
    let from = hits[first]
    while (from && from !== hit && hit.end - from.start > length) {
      const left = (counts.get(from.term) ?? 1) - 1
      if (left === 0) counts.delete(from.term)
      else counts.set(from.term, left)
      from = hits[++first]
    }
    const score = counts.size * 1000 + Math.min(index - first, 999)
    if (from && score > best.score) best = { score, start: from.start, end: hit.end }
  }
  const spare = Math.max(0, length - (best.end - best.start))
  // A little more after the hits than before them: readers read on.
  let from = Math.max(0, best.start - Math.floor(spare * 0.4))
  const to = Math.min(text.length, from + Math.max(length, best.end - best.start))
  from = Math.max(0, Math.min(from, to - length))
  return [
    from === 0 ? 0 : cutStart(text, from, best.start),
    to >= text.length ? text.length : cutEnd(text, to, best.end),
  ]
}

/** Moves a cut forward to the start of a word, but not past `limit`; unbroken text is cut between characters. */
function cutStart(text: string, at: number, limit: number): number {
  for (let index = at; index <= Math.min(limit, at + CUT_SLACK); index++) {
    if (/\s/.test(text.charAt(index - 1))) return index
  }
  return isInsidePair(text, at) ? at - 1 : at
}

/** Moves a cut back to the end of a word, but not before `limit`. */
function cutEnd(text: string, at: number, limit = 0): number {
  if (at >= text.length) return text.length
  for (let index = at; index >= Math.max(limit, at - CUT_SLACK); index--) {
    if (/\s/.test(text.charAt(index))) return index
  }
  return isInsidePair(text, at) ? at + 1 : at
}

function isInsidePair(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff
}

function push(parts: ExcerptPart[], text: string, hit: boolean): void {
  const collapsed = text.replace(/\s+/g, ' ')
  if (collapsed !== '') parts.push({ text: collapsed, hit })
}

function trimEnds(parts: ExcerptPart[]): ExcerptPart[] {
  const first = parts[0]
  if (first) first.text = first.text.trimStart()
  const last = parts.at(-1)
  if (last) last.text = last.text.trimEnd()
  return parts.filter(part => part.text !== '')
}
