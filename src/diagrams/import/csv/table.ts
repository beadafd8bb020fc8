/**
 * CSV as exported by spreadsheets and personnel systems: commas, semicolons or tabs, quoted fields, a byte order mark.
 */

/** A problem in a line of a CSV text. */
export interface CsvProblem {
  /** 1-based. */
  line: number
  /** English key of i18n. */
  text: string
  values: Readonly<Record<string, string | number>>
}

export interface CsvRow {
  /** First line; a quoted field may span several. */
  line: number
  fields: string[]
}

/** Maximum length of a text. */
export const MOST_CHARACTERS = 5_000_000
/** Delimiter declaration of spreadsheets. */
const DELIMITER_LINE = /^sep=(.)\n/i
const DELIMITERS = [',', ';', '\t', '|']
/** Rows for detecting the delimiter. */
const SAMPLE = 20

/**
 * Reads the non-empty rows. The delimiter is the one that divides lines most evenly.
 * @param most maximum of rows
 */
export async function readRows(
  csv: string,
  most: number,
): Promise<{ rows: CsvRow[]; problems: CsvProblem[]; isWhole: boolean }> {
  const { default: papa } = await import('papaparse')
  const text = csv
    .slice(0, MOST_CHARACTERS)
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
  const [head = '', named] = DELIMITER_LINE.exec(text) ?? []
  const rows: CsvRow[] = []
  const problems: CsvProblem[] = []
  const body = text.slice(head.length)
  let line = head === '' ? 1 : 2
  let at = 0
  let isWhole = csv.length <= MOST_CHARACTERS
  // Empty lines would distort the detection, but count as lines.
  const delimiter =
    named ??
    papa.parse(body, { delimitersToGuess: DELIMITERS, newline: '\n', preview: SAMPLE, skipEmptyLines: 'greedy' }).meta
      .delimiter
  papa.parse<string[]>(body, {
    delimiter,
    newline: '\n',
    step({ data, errors, meta }, parser) {
      const fields = data.map(field => field.trim())
      if (errors.some(({ type }) => type === 'Quotes')) {
        problems.push({
          line,
          text: 'A quoted field does not end where a field ends. Check the quotation marks.',
          values: {},
        })
      }
      if (fields.some(field => field !== '')) {
        if (rows.length < most) rows.push({ line, fields })
        else {
          isWhole = false
          parser.abort()
        }
      }
      line += countOf(body, at, meta.cursor)
      at = meta.cursor
    },
  })
  return { rows, problems, isWhole }
}

/** Line breaks in a part of a text. */
function countOf(text: string, from: number, to: number): number {
  let count = 0
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count++
  return count
}
