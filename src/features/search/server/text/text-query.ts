import { foldWord } from './fold.ts'
import { MAX_TOKEN_LENGTH, tokenize } from './tokenizer.ts'

/**
 * Meaning of a text value (`text ~ "…"`, the search box), as a tree for the engines. Tokens are those of the tokenizer:
 * a `term` is looked up in both streams, a `phrase` in one of them.
 */
export type TextNode =
  | { kind: 'term'; token: string }
  | { kind: 'prefix'; token: string }
  /** `*` any run of token characters, `?` exactly one; no other character is special. */
  | { kind: 'wildcard'; pattern: string }
  /** Words at most `distance` (1 or 2) edits away. */
  | { kind: 'fuzzy'; token: string; distance: 1 | 2 }
  /** Tokens one after another, with up to `slop` moves; with `prefix` the last one is a beginning. */
  | { kind: 'phrase'; tokens: string[]; slop: number; prefix: boolean }
  /** Each of `must`, none of `not`. With an empty `must`: everything but `not`. */
  | { kind: 'and'; must: TextNode[]; not: TextNode[] }
  | { kind: 'or'; nodes: TextNode[] }
  /** A lone `*`. */
  | { kind: 'everything' }

/** A text query in which patterns and fuzzy words have been replaced by the indexed words that they mean. */
export type MatchNode =
  | { kind: 'term' | 'prefix'; token: string }
  | { kind: 'phrase'; tokens: string[]; slop: number; prefix: boolean }
  /** Each of `must` (at least one), none of `not`. */
  | { kind: 'and'; must: MatchNode[]; not: MatchNode[] }
  | { kind: 'or'; nodes: MatchNode[] }

export interface TextQuery {
  /** Null where the text holds nothing to search for (only punctuation). */
  node: TextNode | null
  /** Whether the text had more than `MAX_CLAUSES` words or was nested too deep, and the rest was not read. */
  truncated: boolean
}

/** Most words and phrases of one text value, and of all of one query. */
export const MAX_CLAUSES = 100
/** Most beginnings, patterns and fuzzy words of one query: each represents up to a hundred words. */
export const MAX_PATTERNS = 20
const MAX_DEPTH = 20
const MAX_PHRASE_TOKENS = 64

/**
 * Reads a text value in the manner of Lucene's query parser, as Confluence does, but lets nothing be an error: words
 * (all must occur), `"phrases"`, `AND` `OR` `NOT` in capitals, `+` `-` before a word, parentheses, `pre*`, `wi?d*rd`,
 * fuzzy `word~`, near `"two words"~5`; `\` takes the next character as it is. Boosts (`^2`) are dropped. Text that does
 * not fit the syntax is read as plain words.
 */
export function parseTextQuery(text: string): TextQuery {
  const reader = new Reader(text)
  const node = reader.readOr(0)
  return { node, truncated: reader.truncated }
}

/** Counts the words and phrases of a text, and those of them that represent other words. */
export function sizeOf(node: TextNode): { words: number; patterns: number } {
  const parts = node.kind === 'or' ? node.nodes : node.kind === 'and' ? [...node.must, ...node.not] : undefined
  if (parts) {
    const sizes = parts.map(sizeOf)
    const sum = (of: 'words' | 'patterns') => sizes.reduce((total, size) => total + size[of], 0)
    return { words: sum('words'), patterns: sum('patterns') }
  }
  const isPattern =
    node.kind === 'prefix' ||
    node.kind === 'wildcard' ||
    node.kind === 'fuzzy' ||
    (node.kind === 'phrase' && node.prefix)
  return { words: 1, patterns: isPattern ? 1 : 0 }
}

type Lexeme =
  | { kind: 'word'; text: string; escaped: boolean[] }
  | { kind: 'phrase'; text: string }
  | { kind: 'and' | 'or' | 'not' | 'open' | 'close' | 'end' }

class Reader {
  truncated = false
  #at = 0
  #clauses = 0
  #peeked: Lexeme | undefined
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  readOr(depth: number): TextNode | null {
    const nodes: TextNode[] = []
    while (true) {
      const node = this.#readAnd(depth)
      if (node) nodes.push(node)
      const next = this.#peek().kind
      if (next === 'or') this.#take()
      else return nodes.length > 1 ? { kind: 'or', nodes } : (nodes[0] ?? null)
    }
  }

  #readAnd(depth: number): TextNode | null {
    const must: TextNode[] = []
    const not: TextNode[] = []
    let negated = false
    while (true) {
      const next = this.#peek()
      if (next.kind === 'end' || next.kind === 'or' || (next.kind === 'close' && depth > 0)) break
      this.#take()
      // A closing parenthesis that nothing opened is passed over.
      if (next.kind === 'and' || next.kind === 'close') continue
      if (next.kind === 'not') {
        negated = true
        continue
      }
      const node = this.#readOperand(next, depth)
      if (node) (negated ? not : must).push(node)
      negated = false
    }
    if (not.length === 0 && must.length < 2) return must[0] ?? null
    return { kind: 'and', must, not }
  }

  #readOperand(lexeme: Lexeme, depth: number): TextNode | null {
    if (lexeme.kind === 'open') {
      if (depth >= MAX_DEPTH) return this.#stop()
      const node = this.readOr(depth + 1)
      if (this.#peek().kind === 'close') this.#take()
      return node
    }
    if (++this.#clauses > MAX_CLAUSES) return this.#stop()
    if (lexeme.kind === 'phrase') return phraseOf(lexeme.text, this.#readSlop(), false)
    return lexeme.kind === 'word' ? wordOf(lexeme.text, lexeme.escaped) : null
  }

  #stop(): null {
    this.truncated = true
    this.#at = this.#text.length
    this.#peeked = undefined
    return null
  }

  #readSlop(): number {
    const match = /~(\d{0,3})(\^[\d.]*)?|\^[\d.]*/y
    match.lastIndex = this.#at
    const found = match.exec(this.#text)
    if (!found) return 0
    this.#at = match.lastIndex
    return Number(found[1] ?? 0)
  }

  #take(): Lexeme {
    const lexeme = this.#peek()
    this.#peeked = undefined
    return lexeme
  }

  #peek(): Lexeme {
    return (this.#peeked ??= this.#lex())
  }

  #lex(): Lexeme {
    const text = this.#text
    while (this.#at < text.length && /\s/.test(text.charAt(this.#at))) this.#at++
    const char = text.charAt(this.#at)
    if (char === '') return { kind: 'end' }
    const pair = text.slice(this.#at, this.#at + 2)
    if (pair === '&&' || pair === '||') {
      this.#at += 2
      return { kind: pair === '&&' ? 'and' : 'or' }
    }
    if (char === '(' || char === ')') {
      this.#at++
      return { kind: char === '(' ? 'open' : 'close' }
    }
    if (char === '"' || char === '\u201C' || char === '\u201D') return this.#lexPhrase()
    if ('+-!'.includes(char)) {
      this.#at++
      // A single sign is no operator.
      const binds = /^[^\s)]/.test(text.slice(this.#at, this.#at + 1))
      return char !== '+' && binds ? { kind: 'not' } : { kind: 'and' }
    }
    return this.#lexWord()
  }

  #lexPhrase(): Lexeme {
    const start = ++this.#at
    while (this.#at < this.#text.length && !/["\u201C\u201D]/.test(this.#text.charAt(this.#at))) {
      this.#at += this.#text.charAt(this.#at) === '\\' ? 2 : 1
    }
    const text = this.#text.slice(start, this.#at).replace(/\\([\s\S])/g, '$1')
    this.#at = Math.min(this.#at + 1, this.#text.length)
    return { kind: 'phrase', text }
  }

  #lexWord(): Lexeme {
    let text = ''
    const escaped: boolean[] = []
    while (this.#at < this.#text.length) {
      let char = this.#text.charAt(this.#at)
      if (/[\s()"\u201C\u201D]/.test(char)) break
      const isEscape = char === '\\' && this.#at + 1 < this.#text.length
      if (isEscape) char = this.#text.charAt(++this.#at)
      text += char
      escaped.push(isEscape)
      this.#at++
    }
    if (!escaped.includes(true)) {
      if (text === 'AND') return { kind: 'and' }
      if (text === 'OR') return { kind: 'or' }
      if (text === 'NOT') return { kind: 'not' }
    }
    return { kind: 'word', text, escaped }
  }
}

function wordOf(word: string, escaped: readonly boolean[]): TextNode | null {
  const plainTail = (match: RegExpExecArray | null) => (match && !escaped[match.index] ? match : null)
  const boost = plainTail(/\^\d*\.?\d*$/.exec(word))
  const text = boost ? word.slice(0, boost.index) : word
  const fuzzy = plainTail(/~(\d*\.?\d*)$/.exec(text))
  if (fuzzy) return fuzzyOf(text.slice(0, fuzzy.index), fuzzy[1] ?? '')

  const isWild = (index: number) => !escaped[index] && (text[index] === '*' || text[index] === '?')
  const wild: number[] = []
  for (let index = 0; index < text.length; index++) if (isWild(index)) wild.push(index)
  const first = wild[0]
  if (first === undefined) return phraseOf(text, 0, false)
  if (/^\*+$/.test(text)) return { kind: 'everything' }
  if (first === text.length - 1) {
    const stem = text.slice(0, first)
    if (text.endsWith('*')) return phraseOf(stem, 0, true)
    // `why?` is more often a question than one more letter: both are found.
    const plain = phraseOf(stem, 0, false)
    return plain?.kind === 'term'
      ? { kind: 'or', nodes: [plain, { kind: 'wildcard', pattern: `${plain.token}?` }] }
      : plain
  }
  return wildcardOf(text, isWild)
}

/** Cuts a pattern where the tokenizer would cut the word, so that each piece can match one token. */
function wildcardOf(text: string, isWild: (index: number) => boolean): TextNode | null {
  const pieces: string[] = ['']
  for (let index = 0; index < text.length;) {
    const char = String.fromCodePoint(text.codePointAt(index) ?? 0)
    if (isWild(index)) pieces[pieces.length - 1] += char
    else if (/[\p{Alphabetic}\p{N}\p{M}]/u.test(char)) pieces[pieces.length - 1] += char
    else pieces.push('')
    index += char.length
  }
  const must = pieces.flatMap((piece): TextNode[] => {
    const pattern = piece
      .split(/([*?])/)
      .map(part => (part === '*' || part === '?' ? part : foldWord(part)))
      .join('')
      .replace(/\*{2,}/g, '*')
      .slice(0, MAX_TOKEN_LENGTH)
    if (pattern.replace(/[*?]/g, '') === '') return []
    if (!/[*?]/.test(pattern)) return [{ kind: 'term', token: pattern }]
    return /^[^*?]+\*$/.test(pattern)
      ? [{ kind: 'prefix', token: pattern.slice(0, -1) }]
      : [{ kind: 'wildcard', pattern }]
  })
  return must.length > 1 ? { kind: 'and', must, not: [] } : (must[0] ?? null)
}

/** `word~`, `word~1`, and Lucene's older `word~0.8` (a similarity). Short words and compounds are taken as they are. */
function fuzzyOf(text: string, amount: string): TextNode | null {
  const plain = phraseOf(text, 0, false)
  if (plain?.kind !== 'term' || plain.token.length < 3) return plain
  const value = amount === '' || amount === '.' ? 2 : Number(amount)
  if (value === 0) return plain
  const distance = value === 1 || (value < 1 && value >= 0.7) || plain.token.length < 5 ? 1 : 2
  return { kind: 'fuzzy', token: plain.token, distance }
}

/** A word or a quoted text as a term or phrase; a compound (`e-mail`) also as the word written together. */
function phraseOf(text: string, slop: number, prefix: boolean): TextNode | null {
  const all = tokenize(text, { maxTokens: 4 * MAX_PHRASE_TOKENS })
  const main = all.filter(token => !token.extra)
  const last = main.at(-1)
  const beforeLast = main.at(-2)
  if (!last) return null
  let begins = prefix
  if (last.cjk && !isPair(last.token)) {
    // The character that ends a run is a separate token only at the end of a run of the text: it may go on there.
    if (beforeLast?.cjk && beforeLast.end === last.end) main.pop()
    else begins = true
  }
  const tokens = main.slice(0, MAX_PHRASE_TOKENS).map(token => token.token)
  const [only] = tokens
  if (tokens.length === 1 && only !== undefined) return { kind: begins ? 'prefix' : 'term', token: only }
  const phrase: TextNode = { kind: 'phrase', tokens, slop, prefix: begins }
  const joined = all.find(token => token.extra && token.start === main[0]?.start && token.end === last.end)
  return joined && slop === 0
    ? { kind: 'or', nodes: [phrase, { kind: begins ? 'prefix' : 'term', token: joined.token }] }
    : phrase
}

const isPair = (token: string) => Array.from(token).length > 1
