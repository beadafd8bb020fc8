import { cutToken, foldWord } from './fold.ts'
import { hasInnerParts, wordParts } from './word-parts.ts'

/**
 * The one tokenizer of the search: what is indexed and what is asked for go through it, on either engine.
 *
 * It makes two streams.
 * - `main`: every word of the text in order, with consecutive positions, so that phrases are matched here.
 *   A word is a run of letters and digits; everything else separates (`snake_case`, `foo-bar`, `a.b@c.org`, URLs).
 *   `v1.2.3` becomes `v 1 2 3`, so that `1.2.3` is found in it.
 * - `extra`: other names of words of the main stream: the parts of `getUserName` (`get user name`) and of `abc123`,
 *   and compounds written together (`e-mail` → `email`, `get_user_name` → `getusername`, `don't` → `dont`).
 *
 * Chinese, Japanese and Korean runs are indexed as overlapping pairs of characters, and the last character alone:
 * `東京都` → `東京 京都 都`. A query of two or more characters is a phrase of pairs and thus finds exactly the places
 * where these characters are together, be they a word, part of one or several; a query of one character is a prefix.
 * A dictionary's words are not used for them: where it cuts differently in the query than in the text, words would be
 * missed. Thai, Lao, Khmer and Burmese, where pairs mean nothing, are cut by `Intl.Segmenter`.
 *
 * An engine that cuts text itself is to be given the streams' tokens joined by blanks (FTS5: `tokenize = 'ascii'`,
 * which takes every non-ASCII character as part of a token and thus leaves these tokens as they are).
 */
export interface Token {
  /**
   * Folded: lower case, without diacritics, only letters and digits (and the vowel signs of scripts that need them).
   */
  token: string
  /** Offsets in the source, in UTF-16 units; `end` is exclusive. */
  start: number
  end: number
  /** Place in its stream, from 0, without gaps. */
  position: number
  /** Of the extra stream. */
  extra: boolean
  /** A character pair, or a last single character, of a Chinese, Japanese or Korean run. */
  cjk: boolean
}

export interface TokenizeOptions {
  /** Most tokens of the two streams together; what follows is left out. */
  maxTokens?: number
}

/** Longest token, in UTF-16 units; longer words are cut, in the index and in queries alike. */
export const MAX_TOKEN_LENGTH = 64
/** Most tokens of one text when nothing else is asked for. */
export const MAX_TOKENS = 200_000

type Visit = (token: string, start: number, end: number, extra: boolean, cjk: boolean) => void

/** All tokens of a text, in the order of the source; a word's extra tokens follow it. */
export function tokenize(text: string, options: TokenizeOptions = {}): Token[] {
  const found: Token[] = []
  let main = 0
  let extras = 0
  scan(text, options.maxTokens ?? MAX_TOKENS, (token, start, end, extra, cjk) => {
    found.push({ token, start, end, position: extra ? extras++ : main++, extra, cjk })
  })
  return found
}

/**
 * The two streams of a text as an index takes them: tokens joined by blanks.
 * @param seen is given each token with its place in the text
 */
export function indexStreams(
  text: string,
  options: TokenizeOptions = {},
  seen?: (token: string, start: number, end: number) => void,
): { main: string; extra: string } {
  const main: string[] = []
  const extra: string[] = []
  scan(text, options.maxTokens ?? MAX_TOKENS, (token, start, end, isExtra) => {
    if (isExtra) extra.push(token)
    else main.push(token)
    seen?.(token, start, end)
  })
  return { main: main.join(' '), extra: extra.join(' ') }
}

const WORD = /(?:[\p{Alphabetic}\p{N}\p{M}\u00AD]|\u200C|\u200D)+/uy
const CJK = '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Bopomofo}\\u3099\\u309A\\uFF9E\\uFF9F'
const UNSPACED = '\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}'
const NEEDS_CUTTING = new RegExp(`[${CJK}${UNSPACED}]`, 'u')
const PIECE = new RegExp(`([${CJK}]+)|([${UNSPACED}]+)|[^${CJK}${UNSPACED}]+`, 'gu')
/** One written character: a base with its marks, or a Hangul syllable spelt in jamo. */
const CJK_UNIT = /[\u1100-\u115F][\u1160-\u11A7]*[\u11A8-\u11FF]*|[^\p{M}\uFF9E\uFF9F][\p{M}\uFF9E\uFF9F]*|[\s\S]/gu
/** Pieces given to the segmenter at once; bounds its memory on unbroken text. */
const SEGMENT_CHARS = 4096
/** Of a longer word only this much is folded: the token is cut anyway. */
const FOLDED_CHARS = 4 * MAX_TOKEN_LENGTH
const MAX_COMPOUND_PARTS = 4

const INNER_PARTS = /[\p{Ll}\p{M}]\p{Lu}|\p{Lu}\p{Lu}\p{Ll}|\p{L}\p{M}*\p{N}|\p{N}\p{L}/u

const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

const SEPARATOR = 0
const LOWER = 1
const UPPER = 2
const DIGIT = 3
const ASCII_CLASS = Uint8Array.from({ length: 128 }, (_, code) =>
  code >= 97 && code <= 122 ? LOWER : code >= 65 && code <= 90 ? UPPER : code >= 48 && code <= 57 ? DIGIT : SEPARATOR,
)

function scan(text: string, maxTokens: number, visit: Visit): void {
  const budget = { left: maxTokens }
  const emit: Visit = (token, start, end, extra, cjk) => {
    if (token === '' || budget.left <= 0) return
    budget.left--
    visit(token, start, end, extra, cjk)
  }
  const compound = new Compound(text, emit)
  let at = 0
  while (at < text.length && budget.left > 0) {
    const code = text.charCodeAt(at)
    if (code < 128 && ASCII_CLASS[code] === SEPARATOR) {
      at++
      continue
    }
    let end = at
    let next = code
    let classes = 0
    while (end < text.length && (next = text.charCodeAt(end)) < 128) {
      const kind = ASCII_CLASS[next] as number
      if (kind === SEPARATOR) break
      classes |= 1 << kind
      end++
    }
    if (end < text.length && next >= 128) {
      WORD.lastIndex = at
      if (WORD.test(text)) {
        const wordEnd = WORD.lastIndex
        if (wordEnd > end) {
          scanUnicodeWord(text, at, wordEnd, emit, compound)
          at = wordEnd
          continue
        }
      } else {
        at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
        continue
      }
    }
    scanAsciiWord(text, at, end, classes, emit, compound)
    at = end
  }
  compound.close()
}

function scanAsciiWord(
  text: string,
  start: number,
  end: number,
  classes: number,
  emit: Visit,
  compound: Compound,
): void {
  const word = text.slice(start, Math.min(end, start + MAX_TOKEN_LENGTH))
  const token = classes & (1 << UPPER) ? word.toLowerCase() : word
  if (isVersionStart(text, token, end)) {
    compound.close()
    emit('v', start, start + 1, false, false)
    emit(token.slice(1), start + 1, end, false, false)
    emit(token, start, end, true, false)
    return
  }
  compound.before(start)
  emit(token, start, end, false, false)
  if (hasInnerParts(classes)) emitParts(text, start, end, emit)
  compound.add(token, start, end)
}

/** `v1` of `v1.2`: a `v` and digits, then a point and another digit. */
function isVersionStart(text: string, token: string, end: number): boolean {
  return (
    token.charCodeAt(0) === 118 &&
    token.length > 1 &&
    text.charCodeAt(end) === 46 &&
    ASCII_CLASS[text.charCodeAt(end + 1)] === DIGIT &&
    /^v\d+$/.test(token)
  )
}

function scanUnicodeWord(text: string, start: number, end: number, emit: Visit, compound: Compound): void {
  const word = text.slice(start, end)
  if (!NEEDS_CUTTING.test(word)) {
    scanFoldedWord(text, start, end, emit, compound)
    return
  }
  for (const piece of word.matchAll(PIECE)) {
    const from = start + piece.index
    const to = from + piece[0].length
    if (piece[1] !== undefined) {
      compound.close()
      emitPairs(piece[1], from, emit)
    } else if (piece[2] !== undefined) {
      compound.close()
      emitSegments(piece[2], from, emit)
    } else {
      scanFoldedWord(text, from, to, emit, compound)
    }
  }
}

function scanFoldedWord(text: string, start: number, end: number, emit: Visit, compound: Compound): void {
  const word = cutToken(text.slice(start, end), FOLDED_CHARS)
  const token = cutToken(foldWord(word), MAX_TOKEN_LENGTH)
  if (token === '') return
  compound.before(start)
  emit(token, start, end, false, false)
  if (INNER_PARTS.test(word)) emitParts(text, start, end, emit)
  compound.add(token, start, end)
}

function emitParts(text: string, start: number, end: number, emit: Visit): void {
  if (end - start > MAX_TOKEN_LENGTH) return
  for (const part of wordParts(text.slice(start, end))) {
    emit(foldWord(part.text), start + part.start, start + part.start + part.text.length, true, false)
  }
}

function emitPairs(run: string, offset: number, emit: Visit): void {
  let before: { token: string; start: number } | undefined
  let end = offset
  for (const unit of run.matchAll(CJK_UNIT)) {
    const token = foldWord(unit[0])
    if (token === '') continue
    const start = offset + unit.index
    end = start + unit[0].length
    if (before) emit(cutToken(before.token + token, MAX_TOKEN_LENGTH), before.start, end, false, true)
    before = { token: cutToken(token, MAX_TOKEN_LENGTH), start }
  }
  if (before) emit(before.token, before.start, end, false, true)
}

function emitSegments(run: string, offset: number, emit: Visit): void {
  for (let from = 0; from < run.length; from += SEGMENT_CHARS) {
    for (const { segment, index, isWordLike } of segmenter.segment(run.slice(from, from + SEGMENT_CHARS))) {
      if (isWordLike === false) continue
      const start = offset + from + index
      emit(cutToken(foldWord(segment), MAX_TOKEN_LENGTH), start, start + segment.length, false, false)
    }
  }
}

/** Gathers words joined by a single `-`, `_` or apostrophe, and emits them written together. */
class Compound {
  #parts = 0
  #joined = ''
  #start = 0
  #end = -1
  readonly #text: string
  readonly #emit: Visit

  constructor(text: string, emit: Visit) {
    this.#text = text
    this.#emit = emit
  }

  /** To be called before a word is emitted: closes the compound that the word does not continue. */
  before(start: number): void {
    if (this.#parts > 0 && !(start === this.#end + 1 && isJoiner(this.#text.charCodeAt(this.#end)))) this.close()
  }

  add(token: string, start: number, end: number): void {
    if (this.#parts === 0) this.#start = start
    this.#parts++
    this.#end = end
    if (this.#joined.length <= MAX_TOKEN_LENGTH) this.#joined += token
  }

  close(): void {
    if (this.#parts > 1 && this.#parts <= MAX_COMPOUND_PARTS && this.#joined.length <= MAX_TOKEN_LENGTH) {
      this.#emit(this.#joined, this.#start, this.#end, true, false)
    }
    this.#parts = 0
    this.#joined = ''
  }
}

/** Hyphen, underscore, apostrophe, typographic apostrophe, Unicode hyphens. */
function isJoiner(code: number): boolean {
  return code === 45 || code === 95 || code === 39 || code === 0x2019 || code === 0x2010 || code === 0x2011
}
