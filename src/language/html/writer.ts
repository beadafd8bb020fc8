/** A start tag: name and unescaped attributes. */
export interface Tag {
  readonly name: string
  readonly attributes: readonly (readonly [name: string, value: string])[]
}

interface OpenElement {
  readonly tag: Tag
  /** Name as written, which content that follows may still change. */
  name: string
  /** Index of its start tag in the output. */
  readonly at: number
  /** Added because a parser requires it around the content. */
  readonly implied: boolean
  isClosed: boolean
}

/**
 * Writer of elements and text that a parser reads back as the same tree. Where HTML's content model would close, move
 * or drop something, it adds the missing parent (the cell around a table in a row) or renames the element (a `div` for
 * a paragraph with a block inside, a `span` for a link within a link).
 * Source: HTML Living Standard, 13.2.6 "Tree construction", for the elements that `h` can make, below a `div`.
 */
export class HtmlWriter {
  readonly #attributesFor: (name: string, tag: Tag) => string
  readonly #out: string[] = []
  readonly #open: OpenElement[] = []
  #length = 0

  /** @param attributesFor writes a tag's attributes, each after a space */
  constructor(attributesFor: (name: string, tag: Tag) => string) {
    this.#attributesFor = attributesFor
  }

  /** Writes escaped text. */
  text(escaped: string): void {
    if (/[^\t\n\f\r ]/.test(escaped)) this.#place('#text')
    const top = this.#open.at(-1)
    // A parser drops the first line feed in a `pre`.
    if (top?.name === 'pre' && top.at === this.#out.length - 1 && escaped.startsWith('\n')) this.#write('\n')
    this.#write(escaped)
  }

  /** Writes a start tag. @returns the level for `end`; undefined for an element without an end tag */
  start(tag: Tag): number | undefined {
    const isVoid = voidElements.has(tag.name)
    // Too deep: no tags, the content goes into the surrounding element.
    if (this.#open.length >= maxDepth && !isVoid) return undefined
    this.#place(tag.name)
    const level = this.#open.length
    this.#push(tag, this.#nameHere(tag.name), false)
    return isVoid ? undefined : level
  }

  /** Ends an element and those opened inside it. */
  end(level: number | undefined): void {
    if (level !== undefined) this.#endTo(level)
  }

  /** UTF-16 units written. */
  get length(): number {
    return this.#length
  }

  result(): string {
    this.#endTo(0)
    return this.#out.join('')
  }

  #push(tag: Tag, name: string, implied: boolean): void {
    if (closesParagraph.has(name)) this.#openParagraph()
    if (!voidElements.has(name)) this.#open.push({ tag, name, at: this.#out.length, implied, isClosed: false })
    this.#write(`<${name}${this.#attributesFor(name, tag)}>`)
  }

  #write(piece: string): void {
    this.#length += piece.length
    this.#out.push(piece)
  }

  #endTo(level: number): void {
    for (let last = this.#open.at(-1); last && this.#open.length > level; last = this.#open.at(-1)) {
      if (!last.isClosed) this.#write(`</${last.name}>`)
      this.#open.pop()
    }
  }

  /** Renames an open paragraph that a parser would end here to an element that holds blocks. */
  #openParagraph(): void {
    const paragraph = this.#open.findLast(({ name }) => name === 'p' || buttonScope.has(name))
    if (paragraph?.name !== 'p') return
    const { tag, at } = paragraph
    const names = tag.attributes.find(([name]) => name === 'class')?.[1]
    const others = tag.attributes.filter(([name]) => name !== 'class')
    const block = {
      name: 'div',
      attributes: [['class', names ? `paragraph ${names}` : 'paragraph'] as const, ...others],
    }
    paragraph.name = 'div'
    this.#out[at] = `<div${this.#attributesFor('div', block)}>`
  }

  /** Ends elements implied for other children, and opens those a parser requires around this one. */
  #place(child: string): void {
    if (this.#open.at(-1)?.implied) this.#endTo(this.#placeOf(child))
    for (;;) {
      const parent = this.#open.at(-1)
      const missing = this.#missing(child, this.#open.length)
      if (missing === undefined) return
      if (parent?.name === 'colgroup') {
        // It holds columns only: the rest continues in the table.
        this.#write('</colgroup>')
        parent.name = 'table'
        parent.isClosed = true
      } else this.#push({ name: missing, attributes: impliedAttributes[missing] ?? [] }, missing, true)
    }
  }

  /** The outermost level at which a child fits, from the last requested element inwards. */
  #placeOf(child: string): number {
    const outermost = this.#open.findLastIndex(({ implied }) => !implied) + 1
    for (let level = outermost; level <= this.#open.length; level++) {
      if (this.#missing(child, level) === undefined) return level
    }
    return outermost
  }

  /** The element to open at that level before the child; undefined when it fits. */
  #missing(child: string, level: number): string | undefined {
    const parent = this.#open[level - 1]?.name ?? ''
    const content = tableContents.get(parent)
    if (content) return content.children.has(child) ? undefined : content.other(child)
    if (tableParts.has(child)) return 'table'
    if (child === 'li' && this.#isWithin(listItems, level)) return 'ul'
    if (descriptions.has(child) && this.#isWithin(descriptions, level)) return 'dl'
    return undefined
  }

  /** Whether a parser would end an open item here; the fragment's container may be one itself. */
  #isWithin(items: ReadonlySet<string>, level: number): boolean {
    for (let at = level - 1; at >= 0; at--) {
      const name = this.#open[at]?.name ?? ''
      if (items.has(name)) return true
      if (listScope.has(name)) return false
    }
    return true
  }

  /** The name under which an element is allowed here. */
  #nameHere(name: string): string {
    const parent = this.#open.at(-1)?.name ?? ''
    if (headings.has(name) && headings.has(parent)) return 'span'
    if ((name === 'a' && this.#isOpen('a', cells)) || (name === 'button' && this.#isOpen('button', scope)))
      return 'span'
    if ((name === 'rt' || name === 'rp') && impliedEnds.has(parent) && this.#isOpen('ruby', scope)) return 'span'
    return name === 'form' && this.#isOpen('form', nowhere) ? 'div' : name
  }

  #isOpen(wanted: string, boundaries: ReadonlySet<string>): boolean {
    return this.#open.findLast(({ name }) => name === wanted || boundaries.has(name))?.name === wanted
  }
}

/** Void elements. */
const voidElements: ReadonlySet<string> = names('area br hr img col wbr input')

/** Browsers nest at most 512 levels; the page around takes some of them. */
const maxDepth = 400

/** Allowed children of a table's parts, and the parent that other content needs. */
interface TableContent {
  readonly children: ReadonlySet<string>
  other(child: string): string
}
const rowGroup: TableContent = { children: names('tr'), other: () => 'tr' }
const tableContents: ReadonlyMap<string, TableContent> = new Map<string, TableContent>([
  [
    'table',
    {
      children: names('caption colgroup thead tbody tfoot'),
      other: child => (child === 'col' ? 'colgroup' : 'tbody'),
    },
  ],
  ['colgroup', { children: names('col'), other: () => 'tbody' }],
  ['thead', rowGroup],
  ['tbody', rowGroup],
  ['tfoot', rowGroup],
  ['tr', { children: names('td th'), other: () => 'td' }],
])
const tableParts = names('caption colgroup col thead tbody tfoot tr td th')
const impliedAttributes: Readonly<Record<string, Tag['attributes']>> = {
  table: [['class', 'confluenceTable']],
  td: [['class', 'confluenceTd']],
}

const headings = names('h1 h2 h3 h4 h5 h6')
const listItems = names('li')
const descriptions = names('dt dd')
/** Elements whose end tag is implied where a `ruby` annotation begins. */
const impliedEnds = names('dd dt li p rp rt')
const cells = names('td th caption')
const scope = names('td th caption table')
const buttonScope = names('td th caption table button')
const nowhere: ReadonlySet<string> = new Set()

/** The "special" elements that end the search for an open list item. */
const listScope = names(
  `article aside blockquote button caption center colgroup dd details dl dt fieldset figcaption figure footer form h1 h2
  h3 h4 h5 h6 header li nav ol pre section summary table tbody td tfoot th thead tr ul`,
)

/** Elements before which a parser ends an open paragraph. */
const closesParagraph = names(
  `address article aside blockquote center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6
  header hr li nav ol p pre section summary table ul`,
)

function names(written: string): ReadonlySet<string> {
  return new Set(written.split(/\s+/))
}
