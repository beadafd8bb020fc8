export const TABLE_FILTER_MACRO = 'table-filter'

/** How the rows of a table are filtered, as the author has set it. Lists have an entry for each of the columns. */
export interface FilterSettings {
  /** Headings of the columns with a filter; empty for all columns. */
  readonly columns: readonly string[]
  /** Values that are chosen at first. */
  readonly defaults: readonly (readonly string[])[]
  /** Whether the chosen values are those of the rows to hide. */
  readonly inverse: readonly boolean[]
  /** Whether a row is shown that fits one of the filters, instead of all. */
  readonly isOr: boolean
  /** Whether there is a search in all columns. */
  readonly hasGlobal: boolean
  readonly hidesLabels: boolean
  /** Whether the filters are applied without being shown. */
  readonly hidesPane: boolean
}

/** Sign between the names of columns, as the app writes it: a comma may be part of a name. */
const APP_COMMA = '\u201A'
const MOST_COLUMNS = 20

/** Names of columns, separated by commas, or by the sign of the app. */
export function columnNames(written: string): string[] {
  return parts(written, written.includes(APP_COMMA) ? APP_COMMA : ',').filter(name => name !== '')
}

/** Values of each column, separated by commas; several of one column by vertical bars. */
export function defaultValues(written: string): string[][] {
  return parts(written, ',').map(values => parts(values, '|').filter(value => value !== ''))
}

export function inverseOf(written: string): boolean[] {
  return parts(written, ',').map(value => value.toLowerCase() === 'true')
}

function parts(written: string, separator: string): string[] {
  return written
    .split(separator)
    .slice(0, MOST_COLUMNS)
    .map(part => part.trim())
}
