import { downloadAnswer } from './download.ts'
import type { Answer } from './http.ts'

/** Begins a text that a spreadsheet would compute, or one that {@link csvLine} has protected. */
const FORMULA = /^'*[=+\-@\t\r]/

/** A record of RFC 4180. Text that a spreadsheet would compute gets an apostrophe before it. */
export function csvLine(values: readonly (string | number)[]): string {
  return `${values.map(field).join(',')}\r\n`
}

function field(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The text that {@link csvLine} wrote as this value of a record. */
export function unprotected(value: string): string {
  return value.startsWith("'") && FORMULA.test(value) ? value.slice(1) : value
}

type Lines = AsyncIterable<string> | Iterable<string>

/** The parts of a CSV file, after a mark by which spreadsheets read it as UTF-8. */
export async function* csvParts(lines: Lines): AsyncGenerator<string> {
  yield '\ufeff'
  yield* lines
}

/** A CSV file that is downloaded. @param lines are sent one by one, see {@link csvParts} */
export function csvAnswer(fileName: string, lines: Lines): Answer {
  return downloadAnswer(fileName, 'text/csv;charset=UTF-8', csvParts(lines))
}
