import { foldWord } from './fold.ts'
import type { HighlightTerm } from './match.ts'

/** A piece of a text; `end` is exclusive. */
export interface Stretch {
  start: number
  end: number
}

/**
 * Represents, in a folded text, a character whose folding depends on those around it, or takes more or less room than
 * it.
 */
const UNEVEN = '\0'
/** Characters that the tokenizer takes as a joiner of compounds, in a folded text. */
const JOINER = "[-_']?"
const UNICODE_JOINERS = '\u2019\u2010\u2011'
const NON_ASCII = /[^\0-\x7F]+/g
/** After this a token cannot go on: no letter, no digit, no joiner, and not the point of a version. */
const ENDS_TOKENS = /[\x01-\x20!-&(-,/:-@[-^`{-\x7F]/
const WORD_PART = /[\p{Alphabetic}\p{N}\p{M}\u00AD\u200C\u200D]/u
/** Signs that may be between two words of a phrase. */
const MAX_GAP = 40

/**
 * The pieces of a text in which a term may occur, whole words each, in order and apart: only they need be tokenized.
 * @returns null where that cannot be said without the tokenizer: for wildcards and fuzzy words, among others
 */
export function stretchesWith(text: string, terms: readonly HighlightTerm[]): Stretch[] | null {
  let places = patterns.get(terms)
  if (places === undefined) patterns.set(terms, (places = placesOf(terms)))
  const folded = places && foldEvenly(text)
  if (!places || typeof folded !== 'string') return null
  const room = phraseRoom(terms)
  places.lastIndex = 0
  const stretches: Stretch[] = []
  for (let last: Stretch | undefined; ;) {
    const found = places.exec(folded)
    if (!found) return stretches
    places.lastIndex = found.index + 1
    if (found[0] !== UNEVEN && !mayBegin(text, found.index)) continue
    let start = found.index
    const least = last?.end ?? 0
    while (start > least && !ENDS_TOKENS.test(folded.charAt(start - 1))) start--
    let end = found.index + found[0].length + room
    while (end < folded.length && !ENDS_TOKENS.test(folded.charAt(end))) end++
    end = Math.min(end, text.length)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else stretches.push((last = { start, end }))
    // Places in this stretch need no separate check, but for a phrase that continues beyond it.
    places.lastIndex = Math.max(places.lastIndex, last.end - room)
  }
}

/** How far the longest phrase may reach from where it begins; 0 without phrases. */
function phraseRoom(terms: readonly HighlightTerm[]): number {
  let longest = 0
  for (const term of terms) {
    if (term.kind !== 'tokens' || term.tokens.length < 2) continue
    longest = Math.max(
      longest,
      term.tokens.reduce((sum, token) => sum + token.length + MAX_GAP, 0),
    )
  }
  return longest
}

/** The texts of an answer are all looked through for the same list of terms. */
const patterns = new WeakMap<readonly HighlightTerm[], RegExp | null>()

/** Finds where terms may begin in a folded text; null for terms that are no plain words. */
function placesOf(terms: readonly HighlightTerm[]): RegExp | null {
  const patterns = new Set([UNEVEN])
  for (const term of terms) {
    const [first, second] = term.kind === 'tokens' ? term.tokens : []
    if (first === undefined) return null
    // A compound is found written together, too.
    const pattern = Array.from(first).join(JOINER)
    const ascii = /^[\0-\x7F]+$/.test(first + (second ?? ''))
    patterns.add(second !== undefined && ascii ? `${pattern}(?=[^a-z0-9]{0,${MAX_GAP}}${second})` : pattern)
  }
  return new RegExp([...patterns].join('|'), 'g')
}

/** Whether a token may begin here: at a word, or at a part of `camelCase` or `abc123`. */
function mayBegin(text: string, at: number): boolean {
  if (at === 0) return true
  const [before, here] = [text.charCodeAt(at - 1), text.charCodeAt(at)]
  return !(isLower(here) && isLetter(before)) && !(isDigit(here) && isDigit(before))
}

const isLower = (code: number) => code >= 97 && code <= 122
const isLetter = (code: number) => isLower(code | 32)
const isDigit = (code: number) => code >= 48 && code <= 57

/** A text with each character folded, at its place; undefined where lower case takes other room. */
function foldEvenly(text: string): string | undefined {
  const lower = text.toLowerCase()
  return lower.length === text.length ? lower.replace(NON_ASCII, foldedRun) : undefined
}

/** Most runs of characters that are not ASCII are a letter or a sign among others, and repeat. Emptied when full. */
const cache = new Map<string, string>()
const CACHE_RUNS = 20_000
const CACHE_RUN_LENGTH = 8

function foldedRun(run: string): string {
  if (run.length > CACHE_RUN_LENGTH) return Array.from(run, foldedCharacter).join('')
  let folded = cache.get(run)
  if (folded === undefined) {
    folded = Array.from(run, foldedCharacter).join('')
    if (cache.size >= CACHE_RUNS) cache.clear()
    cache.set(run, folded)
  }
  return folded
}

function foldedCharacter(character: string): string {
  const folded = foldWord(character)
  if (folded.length === character.length) return folded
  if (UNICODE_JOINERS.includes(character)) return '-'
  return (WORD_PART.test(character) ? UNEVEN : ' ').repeat(character.length)
}
