import { lengthOf, LIMITS } from './protocol.ts'

/** A sheet as shown: rows of texts, cut where it is too long. */
export interface Sheet {
  name: string
  rows: string[][]
  /** Whether rows or columns are left out. */
  isCut: boolean
}

/** Collects the cells of a sheet within the limits; empty rows and columns at the end are left out. */
export class SheetRows {
  readonly #sheet: Sheet
  readonly #most: number

  constructor(name: string, mostRows: number = LIMITS.rows) {
    this.#sheet = { name, rows: [], isCut: false }
    this.#most = mostRows
  }

  /** Whether another row would be left out. */
  get isFull(): boolean {
    return this.#sheet.rows.length >= this.#most
  }

  /** Puts a text into a cell; both count from 0. */
  put(row: number, column: number, text: string): void {
    if (text === '') return
    if (row >= this.#most || column >= LIMITS.columns) {
      this.#sheet.isCut = true
      return
    }
    const { rows } = this.#sheet
    while (rows.length <= row) rows.push([])
    const cells = rows[row] ?? []
    while (cells.length < column) cells.push('')
    cells[column] = text
  }

  cut(): void {
    this.#sheet.isCut = true
  }

  get sheet(): Sheet {
    return this.#sheet
  }
}

/** Sheets without the rows that are beyond `LIMITS.result`: a file may show one long text in each cell. */
export function withinResult(sheets: readonly Sheet[]): Sheet[] {
  let left: number = LIMITS.result
  return sheets.map(sheet => {
    const end = sheet.rows.findIndex(row => {
      left -= lengthOf(row)
      return left < 0
    })
    return end === -1 ? sheet : { ...sheet, rows: sheet.rows.slice(0, end), isCut: true }
  })
}

/** Words of sheets for the search: the first `LIMITS.words` UTF-16 units. */
export function wordsOf(sheets: readonly Sheet[]): string {
  const words: string[] = []
  let left: number = LIMITS.words
  for (const { name, rows } of sheets) {
    for (const cells of [[name], ...rows]) {
      for (const [column, cell] of cells.entries()) {
        if (left <= 0) return words.join('')
        // Each cell may show the same long text.
        const word = cell.slice(0, left) + (column === cells.length - 1 ? '\n' : '\t')
        words.push(word)
        left -= word.length
      }
    }
  }
  return words.join('').trimEnd()
}
