import papa from 'papaparse'
import { LIMITS } from './protocol.ts'
import { SheetRows, type Sheet } from './table.ts'

/** Rows of separated values; the separator is found by the parser. */
export function readCsv(text: string, isCut: boolean): Sheet {
  const { data } = papa.parse<string[]>(text, { preview: LIMITS.rows + 1, skipEmptyLines: false })
  const rows = new SheetRows('')
  data.forEach((cells, row) => cells.forEach((cell, column) => rows.put(row, column, cell)))
  if (isCut) rows.cut()
  return rows.sheet
}
