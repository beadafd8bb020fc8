/** Cells of pasted tables: background, alignment and widths, as the editor reads them from attributes. */
import { groundOf, isShade } from './colours.ts'

const PX_PER_PT = 4 / 3
/** Widths in px that a column may have. */
const [LEAST_WIDTH, MOST_WIDTH] = [20, 2000]
/** Columns beyond which widths are ignored. */
const MOST_COLUMNS = 500

export const COLUMN_WIDTHS = 'data-colwidth'

/** Background and alignment of a cell in storage format; null for none. */
export function cellBag(cell: HTMLElement): Record<string, string> | null {
  const named = cell.getAttribute('data-highlight-colour') ?? ''
  const isNamed = /^(?:#[0-9a-f]{6}|[a-z]{3,10})$/i.test(named)
  const colour = isNamed ? named : groundOf(cell.style.backgroundColor || (cell.getAttribute('bgcolor') ?? ''))
  const side = alignmentOf(cell)
  const bag = {
    ...(colour === undefined ? {} : { 'data-highlight-colour': colour }),
    ...(side === undefined ? {} : { style: `text-align: ${side};` }),
  }
  return Object.keys(bag).length > 0 ? bag : null
}

/** Drops backgrounds in shades of grey: browsers copy those of a page's design, such as of headers and every other row. */
export function dropShades(dom: Element): void {
  for (const cell of dom.querySelectorAll<HTMLElement>('td[style], th[style]')) {
    if (isShade(cell.style.backgroundColor)) cell.style.backgroundColor = ''
  }
}

/** Alignment of text other than the usual one. */
export function alignmentOf(element: HTMLElement): 'center' | 'right' | undefined {
  const written = element.style.textAlign || (element.getAttribute('align') ?? '').toLowerCase()
  return written === 'center' || written === 'right' ? written : undefined
}

/** Widths of the columns of a cell in px. */
export function cellWidths(cell: HTMLElement, colspan: number): number[] | null {
  const widths = (cell.getAttribute(COLUMN_WIDTHS) ?? '').split(',').map(Number)
  return widths.length === colspan && widths.every(width => width >= LEAST_WIDTH && width <= MOST_WIDTH) ? widths : null
}

/** Number of columns or rows of a cell. */
export function spanOf(cell: HTMLElement, name: 'colspan' | 'rowspan'): number {
  const value = Number(cell.getAttribute(name))
  return Number.isInteger(value) && value > 1 && value <= 100 ? value : 1
}

/** Writes the widths of columns, which stand in their `col` or first row, into all cells. */
export function readWidths(dom: Element): void {
  for (const table of dom.querySelectorAll('table')) {
    const rows = [...table.rows]
    const widths = columnWidths(table)
    if (widths.length === 0 || widths.length > MOST_COLUMNS || widths.some(width => width === 0)) continue
    let taken: number[] = []
    for (const row of rows) {
      const next = taken.map(left => Math.max(0, left - 1))
      let column = 0
      for (const cell of row.cells) {
        while ((taken[column] ?? 0) > 0) column++
        const [colspan, rowspan] = [spanOf(cell, 'colspan'), spanOf(cell, 'rowspan')]
        const own = widths.slice(column, column + colspan)
        if (own.length === colspan && !cell.hasAttribute(COLUMN_WIDTHS)) cell.setAttribute(COLUMN_WIDTHS, own.join())
        for (let index = 0; index < colspan; index++) next[column + index] = rowspan - 1
        column += colspan
      }
      taken = next
    }
  }
}

/** Widths of columns in px; 0 for an unknown one. */
function columnWidths(table: HTMLTableElement): number[] {
  const cols = [...table.querySelectorAll<HTMLElement>(':scope > colgroup > col, :scope > col')]
  const marked = cols.length > 0 ? cols : [...(table.rows[0]?.cells ?? [])]
  return marked.flatMap(element => {
    const span = cols.length > 0 ? spanIn(element) : spanOf(element, 'colspan')
    return Array.from({ length: span }, () => Math.round(widthOf(element) / (cols.length > 0 ? 1 : span)))
  })
}

function spanIn(col: HTMLElement): number {
  const span = Number(col.getAttribute('span'))
  return Number.isInteger(span) && span > 1 && span <= MOST_COLUMNS ? span : 1
}

function widthOf(element: HTMLElement): number {
  const [, number = '', unit = ''] =
    /^(\d{1,5}(?:\.\d+)?)(px|pt|)$/.exec(element.style.width || (element.getAttribute('width') ?? '')) ?? []
  const width = Number(number) * (unit === 'pt' ? PX_PER_PT : 1)
  return width >= LEAST_WIDTH && width <= MOST_WIDTH ? width : 0
}
