import { Readable } from 'node:stream'
import { Answer } from './http.ts'

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

/** The parts of a CSV file, after a mark by which spreadsheets read it as UTF-8. */
export async function* csvParts(lines: AsyncIterable<string>): AsyncGenerator<string> {
  yield '\ufeff'
  yield* lines
}

/** A CSV file that is downloaded. @param lines are sent one by one, see {@link csvParts} */
export function csvAnswer(fileName: string, lines: AsyncIterable<string>): Answer {
  return new Answer(
    200,
    {
      'content-type': 'text/csv;charset=UTF-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="${fileName}"`,
    },
    Readable.from(csvParts(lines), { objectMode: false }),
  )
}
