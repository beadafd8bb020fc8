import { decodeHTMLStrict } from 'entities'
import { SaxesParser } from 'saxes'
import type { ElementNode, StorageDocument, StorageNode } from './model.ts'

/** Limits of a document, as counts; `size` is in UTF-16 units. */
export interface Limits {
  readonly size: number
  readonly depth: number
  readonly nodes: number
  /** Attributes of one element. */
  readonly attributes: number
}

export const defaultLimits: Limits = { size: 5 * 1024 * 1024, depth: 200, nodes: 500_000, attributes: 200 }

/** Recursion over a tree is safe up to this depth, whatever limits a caller passes. */
const deepest = 1000

/** The text is not well-formed storage format, or too large. `line` and `column` start at 1. */
export class StorageSyntaxError extends Error {
  override readonly name = 'StorageSyntaxError'
  readonly reason: string
  readonly line: number
  readonly column: number

  /** @param reason a sentence without its full stop */
  constructor(reason: string, line: number, column: number) {
    // The suffix has the form that REST clients know.
    super(`${reason}. at [row,col {unknown-source}]: [${line},${column}]`)
    this.reason = reason
    this.line = line
    this.column = column
  }
}

const bareAmpersand = 'A bare & must be written &amp;'

const unfinished = [
  ['<!--', '-->', 'A comment'],
  ['<![CDATA[', ']]>', 'A CDATA section'],
] as const

interface Open {
  readonly name: string
  readonly attributes: Record<string, string>
  readonly children: StorageNode[]
  readonly offset: number
}

/**
 * Parses storage format: an XML fragment in which `ac:`, `ri:` and `at:` need no declaration and every named entity of
 * HTML is legal. Declarations (DOCTYPE, and with it entities), processing instructions and the XML declaration are
 * refused; a byte order mark is dropped. Time and memory are linear in the size of the text.
 *
 * @throws {StorageSyntaxError} if the text is not well-formed or exceeds a limit
 */
export function parse(source: string, limits: Partial<Limits> = {}): StorageDocument {
  return new Reader(source, { ...defaultLimits, ...limits }).read()
}

class Reader {
  readonly #source: string
  readonly #limits: Limits
  readonly #parser = new SaxesParser({ fragment: true, xmlns: false, position: true })
  readonly #roots: StorageNode[] = []
  readonly #stack: Open[] = []
  /** The last closed element: the one that a mismatched close tag should have matched. */
  #closed: Open | undefined
  #children = this.#roots
  #pending = ''
  #nodes = 0
  #attributes: Record<string, string> = {}
  #attributeCount = 0
  #tagStart = 0

  constructor(source: string, limits: Limits) {
    this.#source = source.charCodeAt(0) === 0xfeff ? source.slice(1) : source
    this.#limits = { ...limits, depth: Math.min(limits.depth, deepest) }
    const parser = this.#parser
    parser.on('error', error => this.#explain(error))
    parser.on('processinginstruction', () => this.#fail('Processing instructions are not allowed'))
    parser.on('opentagstart', () => this.#tagStarts())
    parser.on('attribute', ({ name, value }) => this.#attribute(name, value))
    parser.on('opentag', ({ name }) => this.#open(name))
    parser.on('closetag', () => this.#close())
    parser.on('text', text => {
      this.#pending += text
    })
    parser.on('cdata', text => {
      this.#pending += text
    })
    parser.on('comment', text => {
      this.#flush()
      this.#add({ type: 'comment', text })
    })
  }

  read(): StorageDocument {
    const { size } = this.#limits
    if (this.#source.length > size) {
      throw new StorageSyntaxError(`The text is longer than ${size} characters`, 1, 1)
    }
    if (!this.#source.isWellFormed()) {
      const half = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.exec(this.#source)
      this.#failAt(half?.index ?? 0, 'Half a surrogate pair is not a character')
    }
    const entities = new Proxy<Record<string, string>>({}, { get: (_, name) => this.#entity(String(name)) })
    // Created when the parser is ready; replaced so that HTML's names need no list.
    this.#parser.ENTITIES = entities
    this.#parser.write(this.#source)
    this.#parser.close()
    this.#flush()
    return { type: 'document', children: this.#roots }
  }

  #tagStarts(): void {
    this.#flush()
    this.#attributes = Object.create(null) as Record<string, string>
    this.#attributeCount = 0
    this.#tagStart = this.#source.lastIndexOf('<', this.#parser.position - 1)
    if (this.#stack.length >= this.#limits.depth) {
      this.#failAt(this.#tagStart, `Elements are nested more than ${this.#limits.depth} deep`)
    }
  }

  #attribute(name: string, value: string): void {
    if (name in this.#attributes) this.#fail(`The attribute ${name} stands twice in one element`)
    if (++this.#attributeCount > this.#limits.attributes) {
      this.#fail(`An element has more than ${this.#limits.attributes} attributes`)
    }
    this.#attributes[name] = value
  }

  #open(name: string): void {
    const children: StorageNode[] = []
    const open: Open & ElementNode = {
      type: 'element',
      name,
      attributes: this.#attributes,
      children,
      offset: this.#tagStart,
    }
    this.#add(open)
    this.#stack.push(open)
    this.#children = children
  }

  #close(): void {
    this.#flush()
    this.#closed = this.#stack.pop()
    this.#children = this.#stack.at(-1)?.children ?? this.#roots
  }

  #flush(): void {
    if (this.#pending === '') return
    const text = this.#pending
    this.#pending = ''
    this.#add({ type: 'text', text })
  }

  #add(node: StorageNode): void {
    if (++this.#nodes > this.#limits.nodes) this.#fail(`The text has more than ${this.#limits.nodes} nodes`)
    this.#children.push(node)
  }

  #entity(name: string): string | undefined {
    // Numeric references are resolved by the parser.
    const written = `&${name};`
    const value = decodeHTMLStrict(written)
    if (/^[A-Za-z][A-Za-z0-9]*$/.test(name) && value !== written) return value
    const start = this.#parser.position - written.length
    if (/^[A-Za-z][A-Za-z0-9]*$/.test(name)) this.#failAt(start, `The entity ${written} is not known`)
    return this.#failAt(start, bareAmpersand)
  }

  /** Rethrows the parser's error with its position and the expected token. */
  #explain(error: Error): never {
    const reason = error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')
    const end = this.#parser.position
    if (reason === 'unexpected close tag' || reason.startsWith('unmatched closing tag')) {
      const start = this.#source.lastIndexOf('</', end - 1)
      const name = this.#source.slice(start + 2, end - 1).trim()
      const expected = reason === 'unexpected close tag' && this.#closed ? `; expected </${this.#closed.name}>` : ''
      this.#failAt(start, `Unexpected close tag </${name}>${expected}`)
    }
    if (reason.includes('doctype')) this.#fail('Document type declarations are not allowed')
    if (reason.includes('XML declaration')) this.#fail('Processing instructions are not allowed')
    if (reason === 'unexpected end' || reason.startsWith('unclosed tag')) this.#explainEnd()
    return this.#failAt(Math.max(0, end - 1), reason.charAt(0).toUpperCase() + reason.slice(1))
  }

  /** Reports the elements left open at the end. */
  #explainEnd(): never {
    const source = this.#source
    for (const [opener, closer, what] of unfinished) {
      const start = source.lastIndexOf(opener)
      if (start >= 0 && !source.includes(closer, start)) this.#failAt(start, `${what} is never closed`)
    }
    const bare = source.indexOf('&', source.lastIndexOf(';') + 1)
    const inside = unfinished.some(
      ([opener, closer]) => source.lastIndexOf(opener, bare) > source.lastIndexOf(closer, bare),
    )
    if (bare >= 0 && !inside) this.#failAt(bare, bareAmpersand)
    const open = this.#stack.at(-1)
    if (source.lastIndexOf('<') > source.lastIndexOf('>'))
      this.#failAt(source.lastIndexOf('<'), 'A tag is never closed')
    if (open) this.#failAt(open.offset, `The element <${open.name}> is never closed`)
    return this.#failAt(source.length, 'The text ends inside markup')
  }

  #fail(reason: string): never {
    return this.#failAt(Math.max(0, this.#parser.position - 1), reason)
  }

  #failAt(offset: number, reason: string): never {
    const { line, column } = positionAt(this.#source, offset)
    throw new StorageSyntaxError(reason, line, column)
  }
}

/** Line and column, from 1, of an offset; lines end with LF, CR or CR LF. */
export function positionAt(source: string, offset: number): { readonly line: number; readonly column: number } {
  const before = source.slice(0, offset)
  let line = 1
  let start = 0
  for (const match of before.matchAll(/\r\n|\r|\n/g)) {
    line++
    start = match.index + match[0].length
  }
  return { line, column: before.length - start + 1 }
}
