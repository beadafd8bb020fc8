import { MOST_SUMMARY } from '../shared.ts'

/** Cells of one column of a table, as the page stores it. */
export interface Column {
  /** Position, from 0. */
  readonly index: number
  /** Its cells with text, without headings. */
  readonly cells: readonly { readonly row: number; readonly text: string }[]
}

/** Elements of a cell that are not its words: issues that it has already, and controls. */
const NOT_WORDS = '.conf-macro, button, [aria-hidden="true"]'

/**
 * The column around a selection. Undefined outside of tables, and where rows or columns are not as the page stores
 * them: in sorted tables, and in those with merged cells.
 */
export function columnAround(range: Range): Column | undefined {
  const { startContainer } = range
  const element = startContainer instanceof Element ? startContainer : startContainer.parentElement
  const cell = element?.closest<HTMLTableCellElement>('td, th')
  const table = cell?.closest('table')
  if (!cell || !table || table.querySelector('[aria-sort], [rowspan]:not([rowspan="1"]), [colspan]:not([colspan="1"])'))
    return undefined
  const rows = [...table.querySelectorAll('tr')].filter(row => row.closest('table') === table)
  const index = cell.cellIndex
  const cells = rows.flatMap((row, at) => {
    const each = row.cells[index]
    const text = each?.tagName === 'TD' ? wordsOf(each) : ''
    return text === '' ? [] : [{ row: at, text }]
  })
  return cells.length > 1 ? { index, cells } : undefined
}

function wordsOf(cell: HTMLElement): string {
  const copy = cell.cloneNode(true) as HTMLElement
  for (const element of copy.querySelectorAll(NOT_WORDS)) element.remove()
  return summaryOf(copy.textContent)
}

/** A text as a summary: in one line, and no longer than Jira takes. */
export function summaryOf(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, MOST_SUMMARY)
}
