import type { ElementNode } from '../model.ts'
import { childElements } from '../model.ts'
import type { MarkdownBlock } from './page.ts'
import type { ElementRange } from './ranges.ts'
import { joined } from './lines.ts'

/** A cell in its place; merged cells are in the first of their places. */
export interface TableCell extends ElementRange {
  /** Of one line, without escaped bars. */
  readonly markdown: string
  /** Whether it has nothing but text: anything else is not replaced. */
  readonly isText: boolean
  readonly isHeader: boolean
  /** Start tag and end tag of the only paragraph in it. */
  readonly paragraph: ElementRange | undefined
}

export interface TableRow {
  readonly start: number
  readonly end: number
  readonly markdown: string
  /** By column; undefined where there is no cell or a merged one goes on. */
  readonly cells: readonly (TableCell | undefined)[]
}

export interface TableShape {
  readonly markdown: string
  readonly rows: readonly TableRow[]
  /** Whether the first row is the head of the Markdown table; else that is empty. */
  readonly hasHead: boolean
  readonly isMerged: boolean
}

interface Reading {
  readonly cellBlocks: (cell: ElementNode) => readonly MarkdownBlock[]
  readonly rangeOf: (element: ElementNode) => ElementRange
}

/** Cells of one row and columns that Markdown shows. */
const MOST_COLUMNS = 200

/** A table as Markdown; undefined where it has no rows or too many columns. */
export function tableMarkdown(table: ElementNode, reading: Reading): TableShape | undefined {
  const rowElements = childElements(table).flatMap(part =>
    part.name === 'tr' ? [part] : isGroup(part) ? childElements(part).filter(({ name }) => name === 'tr') : [],
  )
  const grid = gridOf(rowElements)
  const columns = Math.max(0, ...grid.map(cells => cells.length))
  if (columns === 0 || columns > MOST_COLUMNS) return undefined
  const rows = rowElements.map((row, index) => {
    const cells = Array.from({ length: columns }, (_, column) => {
      const cell = grid[index]?.[column]
      return cell && cellOf(cell, reading)
    })
    const { start, end } = reading.rangeOf(row)
    return { start, end, cells, markdown: rowMarkdown(cells.map(cell => cell?.markdown ?? '')) }
  })
  const hasHead =
    (rows[0]?.cells.every(cell => cell === undefined || cell.isHeader) && rows[0].cells.some(cell => cell)) ?? false
  const isMerged = rowElements.some(row =>
    childElements(row).some(cell => span(cell, 'colspan') > 1 || span(cell, 'rowspan') > 1),
  )
  const empty = rowMarkdown(Array<string>(columns).fill(''))
  const rule = rowMarkdown(Array<string>(columns).fill('---'))
  const [first, ...others] = rows.map(({ markdown }) => markdown)
  const lines = hasHead ? [first ?? '', rule, ...others] : [empty, rule, first ?? '', ...others]
  return { markdown: lines.join('\n'), rows, hasHead, isMerged }
}

/** A row of cells whose bars are escaped. */
export function rowMarkdown(cells: readonly string[]): string {
  return `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

function isGroup({ name }: ElementNode): boolean {
  return name === 'thead' || name === 'tbody' || name === 'tfoot'
}

/** Cells by row and column; a merged cell is in the first of its places, the others are empty. */
function gridOf(rows: readonly ElementNode[]): (ElementNode | undefined)[][] {
  const below: number[] = []
  return rows.map(row => {
    const cells: (ElementNode | undefined)[] = []
    const skip = (): void => {
      while ((below[cells.length] ?? 0) > 0) {
        below[cells.length] = (below[cells.length] ?? 0) - 1
        cells.push(undefined)
      }
    }
    for (const cell of childElements(row)) {
      if (cell.name !== 'td' && cell.name !== 'th') continue
      skip()
      const height = span(cell, 'rowspan')
      for (let n = 0; n < span(cell, 'colspan') && cells.length <= MOST_COLUMNS; n++) {
        below[cells.length] = height - 1
        cells.push(n === 0 ? cell : undefined)
      }
    }
    skip()
    return cells
  })
}

function span(cell: ElementNode, name: 'colspan' | 'rowspan'): number {
  const value = Number(cell.attributes[name] ?? 1)
  return Number.isInteger(value) && value > 0 ? Math.min(value, 1000) : 1
}

function cellOf(cell: ElementNode, { cellBlocks, rangeOf }: Reading): TableCell {
  const blocks = cellBlocks(cell)
  const markdown = joined(blocks, true)
    .replaceAll(/(?:\\?\n)+/g, '<br>')
    .trim()
  const isText = blocks.every(({ kind, quotes }) => kind === 'text' && quotes.length === 0)
  const [only, ...others] = childElements(cell)
  const isOnly =
    only?.name === 'p' &&
    others.length === 0 &&
    cell.children.every(node => node.type !== 'text' || node.text.trim() === '')
  return {
    ...rangeOf(cell),
    markdown,
    isText,
    isHeader: cell.name === 'th',
    paragraph: isOnly ? rangeOf(only) : undefined,
  }
}
