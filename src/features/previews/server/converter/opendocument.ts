import { element, text as textNode, type StorageNode } from '#language/index.ts'
import { LIMITS, Refusal } from './protocol.ts'
import { SheetRows, type Sheet } from './table.ts'
import { Enough, readXml, type XmlAttributes } from './xml.ts'
import { unzipWithin, xmlOf } from './zip.ts'

/** The content of an OpenDocument file (ISO/IEC 26300). @throws Refusal where there is none */
function contentOf(bytes: Uint8Array): string {
  const content = xmlOf(unzipWithin(bytes, /^content\.xml$/), 'content.xml')
  if (content === undefined) throw new Refusal('This file is damaged or protected by a password')
  return content
}

interface Open {
  name: string
  attributes: XmlAttributes
  children: StorageNode[]
}

/** Elements of the page language for those of a text; what is missing here passes its content on. */
function elementFor({ name, attributes, children }: Open): StorageNode[] {
  switch (name) {
    case 'h':
      return [element(`h${Math.min(6, Math.max(1, Number(attributes['outline-level']) || 1))}`, {}, children)]
    case 'p':
      return [element('p', {}, children)]
    case 'list':
      return [element('ul', {}, children.filter(isElement))]
    case 'list-item':
    case 'list-header':
      return [element('li', {}, children)]
    case 'table':
      return [element('table', {}, [element('tbody', {}, children.filter(isElement))])]
    case 'table-row':
      return [element('tr', {}, children.filter(isElement))]
    case 'table-cell':
      return [element('td', {}, children)]
    case 'a':
      return [element('a', { href: attributes['href'] ?? '' }, children)]
    case 'line-break':
      return [element('br', {}, [])]
    case 'tab':
      return [textNode('\t')]
    case 's':
      return [textNode(' '.repeat(Math.min(100, countIn(attributes['c']))))]
    default:
      return children
  }
}

/** A count of an attribute: a whole number from 1; 1 for anything else. */
function countIn(value: string | undefined): number {
  return value !== undefined && /^\d{1,9}$/.test(value) ? Math.max(1, Number(value)) : 1
}

const isElement = (node: StorageNode) => node.type === 'element'

/** Not part of what is read: notes of reviewers, changes that were taken back, styles, forms. */
const LEFT_OUT = new Set([
  'annotation',
  'tracked-changes',
  'automatic-styles',
  'font-face-decls',
  'scripts',
  'forms',
  'sequence-decls',
  'notes',
])
const INLINE_PARENTS = new Set(['p', 'h', 'a', 'span'])

/** Nodes below each element `name` of the content, in order: the body of a text, or the pages of a presentation. */
function readParts(xml: string, part: string, most: number): { name: string; nodes: StorageNode[] }[] {
  const parts: { name: string; nodes: StorageNode[] }[] = []
  const stack: Open[] = []
  let skipped = 0
  readXml(xml, {
    open(name, attributes) {
      if (skipped > 0 || LEFT_OUT.has(name)) skipped++
      else if (stack.length > 0 || name === part) stack.push({ name, attributes, children: [] })
      if (stack.length > 500) throw new Refusal('This file is damaged or protected by a password')
    },
    text(text) {
      const open = stack.at(-1)
      if (open && skipped === 0 && INLINE_PARENTS.has(open.name)) open.children.push(textNode(text))
    },
    close() {
      if (skipped > 0) {
        skipped--
        return
      }
      const closed = stack.pop()
      if (!closed) return
      const above = stack.at(-1)
      if (above) above.children.push(...elementFor(closed))
      else {
        parts.push({ name: closed.attributes['name'] ?? '', nodes: closed.children })
        if (parts.length >= most) throw new Enough()
      }
    },
  })
  return parts
}

/** The body of an OpenDocument text. */
export function readOdt(bytes: Uint8Array): StorageNode[] {
  return readParts(contentOf(bytes), 'text', 1).flatMap(({ nodes }) => nodes)
}

/** The pages of an OpenDocument presentation. */
export function readOdp(bytes: Uint8Array): StorageNode[][] {
  return readParts(contentOf(bytes), 'page', LIMITS.slides).map(({ nodes }) => nodes)
}

/** The sheets of an OpenDocument spreadsheet. Tables in cells are read as text of the cell. */
export function readOds(bytes: Uint8Array): Sheet[] {
  const sheets: Sheet[] = []
  let rows: SheetRows | undefined
  let isInRow = false
  let row = 0
  let column = 0
  let repeatedRows = 1
  let repeatedCells = 1
  let cell: string | undefined
  let depth = 0
  readXml(contentOf(bytes), {
    open(name, attributes) {
      if (name === 'table' && ++depth === 1) {
        rows = new SheetRows(attributes['name'] ?? '')
        row = 0
      } else if (name === 'p' && cell) cell += '\n'
      else if (depth !== 1 || cell !== undefined) return
      else if (name === 'table-row' && !isInRow) {
        isInRow = true
        column = 0
        repeatedRows = countIn(attributes['number-rows-repeated'])
      } else if (CELLS.has(name) && isInRow) {
        repeatedCells = countIn(attributes['number-columns-repeated'])
        cell = ''
      }
    },
    text(text) {
      if (cell !== undefined) cell += text.trim() === '' ? '' : text
    },
    close(name) {
      if (name === 'table') {
        if (--depth > 0 || !rows) return
        sheets.push(rows.sheet)
        rows = undefined
        isInRow = false
        cell = undefined
        if (sheets.length >= LIMITS.sheets) throw new Enough()
      } else if (depth !== 1) return
      else if (CELLS.has(name) && cell !== undefined) {
        if (cell) putRepeated(rows, { row, column, repeatedRows, repeatedCells, text: cell })
        column += repeatedCells
        cell = undefined
      } else if (name === 'table-row' && isInRow) {
        row += repeatedRows
        isInRow = false
      }
    },
  })
  return sheets
}

const CELLS: ReadonlySet<string> = new Set(['table-cell', 'covered-table-cell'])

interface Repeated {
  row: number
  column: number
  repeatedRows: number
  repeatedCells: number
  text: string
}

/** A file may repeat a cell a million times: only what is shown is written, and that a part is left out. */
function putRepeated(rows: SheetRows | undefined, { row, column, repeatedRows, repeatedCells, text }: Repeated): void {
  if (row >= LIMITS.rows || column >= LIMITS.columns) return rows?.cut()
  const lastRow = Math.min(row + repeatedRows, LIMITS.rows + 1)
  const lastColumn = Math.min(column + repeatedCells, LIMITS.columns + 1)
  for (let y = row; y < lastRow; y++) for (let x = column; x < lastColumn; x++) rows?.put(y, x, text)
}
