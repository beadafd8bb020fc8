/** Whether a table is a row of headers above rows of cells, without merged cells and tables in cells. */
export function isPlainTable(table: HTMLTableElement): boolean {
  const [head, ...rows] = table.rows
  if (!head || rows.length < 2) return false
  if (head.cells.length === 0 || [...head.cells].some(cell => cell.tagName !== 'TH')) return false
  if (table.closest('td, th') || table.querySelector('table')) return false
  return ![...table.rows].some(row => [...row.cells].some(cell => cell.colSpan > 1 || cell.rowSpan > 1))
}

/** The value that a macro gave to a cell, the time of a date that the cell begins with, or the cell's text. */
export function cellValue(cell: HTMLTableCellElement | undefined): string {
  const text = cell?.textContent ?? ''
  const time = cell?.querySelector('time')
  const isDate = time?.dateTime && text.trim().startsWith(time.textContent.trim())
  return cell?.dataset['sortValue'] ?? (isDate ? time.dateTime : text)
}
