import type { Span, Text } from './ast.ts'
import type { Phrase } from '#platform/error-text.ts'
import { CqlSyntaxError } from './errors.ts'

/** Words that a bare name or value cannot be. */
const RESERVED = new Set(['and', 'or', 'not', 'in'])
const SYMBOL = /!=|!~|<=|>=|<>|==|=|~|<|>/y
/** A field ends where an operator may begin: `title~x`. */
const NAME = /(?:\\[\s\S]|(?!&&|\|\|)[^\s()"',=!~<>\\])+/y
/** A value may hold `~` (`~jsmith`, `roam~`), apostrophes inside a word, and `!` that begins no operator. */
const VALUE = /(?:\\[\s\S]|(?!&&|\|\||![=~]|(?<![^\s(,=~<>])')[^\s()",=<>\\])+/y
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '"': '"', "'": "'", '\\': '\\' }

/**
 * Reads a query piece by piece. The meaning of a character depends on the state of the grammar, so the parser asks for
 * a name, a symbol or a value instead of being given tokens.
 */
export class Lexer {
  readonly query: string
  #at = 0

  constructor(query: string) {
    this.query = query
  }

  /** Start of the next piece. */
  get position(): number {
    this.#skipSpace()
    return this.#at
  }

  get atEnd(): boolean {
    return this.position >= this.query.length
  }

  fail(problem: Phrase, expected: readonly (string | Phrase)[] = [], position = this.position): never {
    throw new CqlSyntaxError(this.query, position, problem, expected)
  }

  /** Description of the next piece, for messages. */
  describeNext(): Phrase {
    if (this.atEnd) return { key: 'the query ends here' }
    const found = /^(?:[\p{L}\p{N}_.-]+|[\s\S])/u.exec(this.query.slice(this.position, this.position + 40))
    return { key: 'found "{{text}}"', values: { text: found?.[0] ?? '' } }
  }

  /** Takes this punctuation if it comes next. */
  takePunctuation(text: '(' | ')' | ',' | '&&' | '||'): Span | undefined {
    const start = this.position
    if (!this.query.startsWith(text, start)) return undefined
    this.#at = start + text.length
    return { start, end: this.#at }
  }

  /** Takes a `!` that begins no operator. */
  takeBang(): Span | undefined {
    const start = this.position
    if (this.query[start] !== '!' || '=~'.includes(this.query[start + 1] ?? ' ')) return undefined
    this.#at = start + 1
    return { start, end: this.#at }
  }

  takeSymbol(): { text: string; span: Span } | undefined {
    return this.#takePattern(SYMBOL)
  }

  /** Takes these words, in any case, each followed by something that does not go on the word. */
  takeKeyword(...words: string[]): Span | undefined {
    const start = this.position
    let at = start
    for (const [index, word] of words.entries()) {
      if (index > 0) at += /^\s*/.exec(this.query.slice(at))?.[0].length ?? 0
      const end = at + word.length
      if (this.query.slice(at, end).toLowerCase() !== word || /[\p{L}\p{N}_.\-*?:/~]/u.test(this.query[end] ?? ''))
        return undefined
      at = end
    }
    this.#at = at
    return { start, end: at }
  }

  /** Takes a field's name, quoted or not. */
  takeName(): Text | undefined {
    return this.#takeText(NAME)
  }

  /** Takes a value, quoted or not. */
  takeValue(): Text | undefined {
    return this.#takeText(VALUE)
  }

  #takeText(pattern: RegExp): Text | undefined {
    const start = this.position
    const quote = this.query[start]
    if (quote === '"' || quote === "'") return this.#takeQuoted(start, quote)
    const found = this.#takePattern(pattern)
    if (!found) return undefined
    if (RESERVED.has(found.text.toLowerCase())) {
      this.fail(
        {
          key: '"{{text}}" is a keyword. To use it as a value put it in quotes: "{{text}}".',
          values: { text: found.text },
        },
        [],
        start,
      )
    }
    return { kind: 'text', text: unescape(found.text), span: found.span }
  }

  #takeQuoted(start: number, quote: string): Text {
    let at = start + 1
    while (at < this.query.length && this.query[at] !== quote) at += this.query[at] === '\\' ? 2 : 1
    if (at >= this.query.length) {
      this.fail(
        {
          key: 'The quote that opens here is not closed. Add {{quote}} where the value ends; write {{escaped}} for one inside it.',
          values: { quote, escaped: `\\${quote}` },
        },
        [quote],
        start,
      )
    }
    this.#at = at + 1
    return { kind: 'text', text: unescape(this.query.slice(start + 1, at)), span: { start, end: this.#at } }
  }

  #takePattern(pattern: RegExp): { text: string; span: Span } | undefined {
    const start = this.position
    pattern.lastIndex = start
    const found = pattern.exec(this.query)
    if (!found) return undefined
    this.#at = pattern.lastIndex
    return { text: found[0], span: { start, end: this.#at } }
  }

  #skipSpace(): void {
    while (this.#at < this.query.length && /\s/.test(this.query.charAt(this.#at))) this.#at++
  }
}

/** Resolves escapes. Unknown ones stay as written: in a text value `\+` is the text query's own escape. */
function unescape(text: string): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|([\s\S]))/g, (whole, hex: string | undefined, char: string | undefined) =>
    hex === undefined ? (ESCAPES[char ?? ''] ?? whole) : String.fromCharCode(Number.parseInt(hex, 16)),
  )
}
