import type { ElementNode, StorageNode } from '../model.ts'
import { element, text } from '../model.ts'
import { wikiImage, wikiLink } from './links.ts'
import type { WikiMacro } from './scan.ts'
import { MacroScanner } from './scan.ts'

/** Marks with the same delimiter at both ends. */
const marks: Readonly<Record<string, string>> = {
  '*': 'strong',
  _: 'em',
  '-': 'del',
  '+': 'u',
  '^': 'sup',
  '~': 'sub',
  '??': 'cite',
}

const emoticons: ReadonlyArray<readonly [string, string]> = [
  [':)', 'smile'],
  [':(', 'sad'],
  [':P', 'cheeky'],
  [':D', 'laugh'],
  [';)', 'wink'],
  ['(y)', 'thumbs-up'],
  ['(n)', 'thumbs-down'],
  ['(i)', 'information'],
  ['(/)', 'tick'],
  ['(x)', 'cross'],
  ['(!)', 'warning'],
  ['(+)', 'plus'],
  ['(-)', 'minus'],
  ['(?)', 'question'],
  ['(on)', 'light-on'],
  ['(off)', 'light-off'],
  ['(*)', 'yellow-star'],
  ['(*y)', 'yellow-star'],
  ['(*r)', 'red-star'],
  ['(*g)', 'green-star'],
  ['(*b)', 'blue-star'],
]

/** Maximum nesting of marks and macros; beyond it, markup is text. */
export const maxNesting = 30

/** Maximum length of a link or an image. */
const maxBracket = 2000

const url = /(?:https?|ftp):\/\/[^\s|[\]{}<>"]{1,2000}/y

/** Converts macros to nodes; provided by the block parser, since a macro's body holds blocks. */
export type MacroWriter = (macro: WikiMacro, depth: number) => ElementNode

/** Parses the markup within a paragraph, a cell or a list item. */
export function inlineNodes(source: string, writeMacro: MacroWriter, depth = 0): StorageNode[] {
  return new InlineReader(source, writeMacro, depth).read()
}

class InlineReader {
  readonly #source: string
  readonly #writeMacro: MacroWriter
  readonly #depth: number
  readonly #scanner: MacroScanner
  readonly #nodes: StorageNode[] = []
  /** Last index found of each delimiter, -1 for none: searching again each time would be quadratic. */
  readonly #next = new Map<string, number>()
  #text = ''
  #at = 0

  constructor(source: string, writeMacro: MacroWriter, depth: number) {
    this.#source = source
    this.#writeMacro = writeMacro
    this.#depth = depth
    this.#scanner = new MacroScanner(source)
  }

  read(): StorageNode[] {
    while (this.#at < this.#source.length) {
      if (!this.#special()) this.#text += this.#source.charAt(this.#at++)
    }
    this.#flush()
    return this.#nodes
  }

  /** Parses the markup that starts here; false if there is none. */
  #special(): boolean {
    const source = this.#source
    const char = source.charAt(this.#at)
    if (char === '\n') return this.#push(element('br'), 1)
    if (char === '\\') return this.#escape()
    if (char === 'h' || char === 'f') return this.#address()
    if (char === '-' && this.#dash()) return true
    if ((char === ':' || char === ';' || char === '(') && this.#emoticon()) return true
    if (this.#depth >= maxNesting) return false
    if (char === '{') return source.startsWith('{{', this.#at) ? this.#monospace() : this.#macro()
    if (char === '[') return this.#bracket(']', inside => wikiLink(inside, label => this.#inner(label)))
    if (char === '!') return this.#bracket('!', wikiImage)
    const mark = char === '?' ? '??' : char
    return source.startsWith(mark, this.#at) && Object.hasOwn(marks, mark) && this.#mark(mark)
  }

  #escape(): boolean {
    if (this.#source.startsWith('\\\\', this.#at)) {
      const length = this.#source.startsWith('\\\\\n', this.#at) ? 3 : 2
      return this.#push(element('br'), length)
    }
    const next = this.#source.charAt(this.#at + 1)
    if (!/[^\w\s]/.test(next)) return false
    this.#text += next
    this.#at += 2
    return true
  }

  #address(): boolean {
    url.lastIndex = this.#at
    const before = this.#source.charAt(this.#at - 1)
    const found = /\w/.test(before) ? undefined : url.exec(this.#source)?.[0].replace(/[.,;:!?)'*_]+$/, '')
    return found ? this.#push(element('a', { href: found }, [found]), found.length) : false
  }

  #dash(): boolean {
    const dashes = /^-{2,3}(?=\s|$)/.exec(this.#source.slice(this.#at, this.#at + 4))?.[0]
    if (!dashes || /\S/.test(this.#source.charAt(this.#at - 1))) return false
    this.#text += dashes.length === 2 ? '–' : '—'
    this.#at += dashes.length
    return true
  }

  #emoticon(): boolean {
    if (/\w/.test(this.#source.charAt(this.#at - 1))) return false
    const found = emoticons.find(([written]) => this.#source.startsWith(written, this.#at))
    return found ? this.#push(element('ac:emoticon', { 'ac:name': found[1] }), found[0].length) : false
  }

  #monospace(): boolean {
    const close = this.#find('}}', this.#at + 2)
    if (close < 0) return false
    const inside = this.#source.slice(this.#at + 2, close)
    return this.#push(element('code', {}, this.#inner(inside)), close + 2 - this.#at)
  }

  #macro(): boolean {
    const macro = this.#scanner.macroAt(this.#at)
    return macro ? this.#push(this.#writeMacro(macro, this.#depth + 1), macro.end - this.#at) : false
  }

  #bracket(close: string, make: (inside: string) => ElementNode | undefined): boolean {
    const end = this.#find(close, this.#at + 1)
    if (end < 0 || end - this.#at > maxBracket) return false
    const inside = this.#source.slice(this.#at + 1, end)
    const made = inside.includes('\n') || /^\s|^$/.test(inside) ? undefined : make(inside)
    return made ? this.#push(made, end + 1 - this.#at) : false
  }

  /** A mark opens before a word and closes after one: `2 * 3 * 4` and `snake_case_name` have none. */
  #mark(mark: string): boolean {
    const start = this.#at + mark.length
    if (/[\p{L}\p{N}]/u.test(this.#source.charAt(this.#at - 1)) || !/\S/.test(this.#source.charAt(start))) return false
    for (let end = this.#find(mark, start + 1); end >= 0; end = this.#find(mark, end + 1)) {
      const closes =
        /\S/.test(this.#source.charAt(end - 1)) && !/[\p{L}\p{N}]/u.test(this.#source.charAt(end + mark.length))
      if (!closes) continue
      const inside = this.#source.slice(start, end)
      return this.#push(element(marks[mark] ?? 'span', {}, this.#inner(inside)), end + mark.length - this.#at)
    }
    this.#next.set(mark, -1)
    return false
  }

  #inner(source: string): StorageNode[] {
    return inlineNodes(source, this.#writeMacro, this.#depth + 1)
  }

  #find(delimiter: string, from: number): number {
    const known = this.#next.get(delimiter)
    if (known !== undefined && (known >= from || known < 0)) return known
    const found = this.#source.indexOf(delimiter, from)
    this.#next.set(delimiter, found)
    return found
  }

  #push(node: ElementNode, length: number): true {
    this.#flush()
    this.#nodes.push(node)
    this.#at += length
    return true
  }

  #flush(): void {
    if (this.#text !== '') this.#nodes.push(text(this.#text))
    this.#text = ''
  }
}
