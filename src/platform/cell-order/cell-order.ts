import { dateIn, isDayFirst } from './dates.ts'
import { decimalSign, numberIn } from './numbers.ts'
import { FAMILIES, quantityIn } from './quantities.ts'
import { compareVersions, isPlainlyVersion, versionIn, type Version } from './versions.ts'

/** The value by which a cell is sorted. */
export type SortKey =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'version'; readonly value: Version }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'empty' }

/** The order of a column's cells. */
export interface CellOrder {
  /** Whether the values are dates, in ms since 1970 (UTC). */
  readonly isOfDates: boolean
  keyOf: (text: string) => SortKey
  /** Values before text; empty cells last. `direction`: 1 ascending, -1 descending. */
  compare: (a: SortKey, b: SortKey, direction: 1 | -1) => number
}

/** Cells that a column's type is detected from. */
const MOST_SAMPLES = 1000
const ZEROS = [0x660, 0x6f0, 0x966, 0xff10]
const NOTHING = /^(?:[-–—―]+|n\/a|\?)$/i
const VERSION_HEADING = /\b(?:version|release)\b/i

/**
 * The order of a table's column by its type: dates, versions, sizes, durations, numbers or text. More than half of the
 * cells that are not empty decide; the others come after them as text.
 * @param texts all cells of the column, or some of them
 * @param locale BCP 47 tag of the reader, for dates such as `01/02/2024`
 * @param heading `Version` makes `1.9` and `1.10` versions
 */
export function cellOrder(
  texts: readonly string[],
  { locale, heading = '' }: { locale: string; heading?: string },
): CellOrder {
  const sample: string[] = []
  for (const text of texts) {
    const plain = cellText(text)
    if (plain !== '') sample.push(plain)
    if (sample.length === MOST_SAMPLES) break
  }
  const { read, isOfDates = false } = readerOf(sample, locale, heading)
  const collator = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' })
  return {
    isOfDates,
    keyOf: written => {
      const text = cellText(written)
      return text === '' ? { kind: 'empty' } : (read(text) ?? { kind: 'text', value: text })
    },
    compare: (a, b, direction) => {
      const order = ORDER[a.kind] - ORDER[b.kind]
      if (a.kind === 'empty' || b.kind === 'empty') return order
      return (order || compareAlike(a, b, collator.compare)) * direction
    },
  }
}

const ORDER = { number: 0, version: 0, text: 1, empty: 2 } as const

function compareAlike(a: SortKey, b: SortKey, compareTexts: (a: string, b: string) => number): number {
  if (a.kind === 'number' && b.kind === 'number') return a.value - b.value
  if (a.kind === 'version' && b.kind === 'version') return compareVersions(a.value, b.value, compareTexts)
  return a.kind === 'text' && b.kind === 'text' ? compareTexts(a.value, b.value) : 0
}

/** Reads a cell as a value of its column's type. */
type Reader = (text: string) => SortKey | undefined

function readerOf(
  sample: readonly string[],
  locale: string,
  heading: string,
): { readonly read: Reader; readonly isOfDates?: true } {
  const isMost = (count: number) => count * 2 > sample.length
  const dayFirst = isDayFirst(sample, locale)
  const readDate = (text: string) => dateIn(text, dayFirst, locale)
  if (isMost(count(sample, text => readDate(text) !== undefined))) return { read: numeric(readDate), isOfDates: true }

  if (
    (sample.some(isPlainlyVersion) || isVersionColumn(sample, heading)) &&
    isMost(count(sample, text => versionIn(text) !== undefined))
  )
    return {
      read: text => {
        const value = versionIn(text)
        return value && { kind: 'version', value }
      },
    }

  const sign = decimalSign(sample)
  for (const family of FAMILIES) {
    const quantities = sample.map(text => quantityIn(text, family, sign))
    const known = count(quantities, quantity => quantity !== undefined)
    if (isMost(known) && count(quantities, quantity => quantity?.hasUnit === true) * 2 >= known)
      return { read: numeric(text => quantityIn(text, family, sign)?.value) }
  }
  return { read: numeric(text => numberIn(text, sign)) }
}

/** Whether decimal numbers such as `1.9` and `1.10` are versions, since the heading says so. */
function isVersionColumn(sample: readonly string[], heading: string): boolean {
  return (
    VERSION_HEADING.test(heading) &&
    sample.some(text => /^\d+\.\d/.test(text)) &&
    sample.every(text => !/^\d/.test(text) || versionIn(text) !== undefined)
  )
}

function numeric(read: (text: string) => number | undefined): Reader {
  return text => {
    const value = read(text)
    return value === undefined || Number.isNaN(value) ? undefined : { kind: 'number', value }
  }
}

function count<T>(items: readonly T[], isCounted: (item: T) => boolean): number {
  return items.reduce((sum, item) => sum + (isCounted(item) ? 1 : 0), 0)
}

/** The text of a cell in plain signs: ASCII digits, one kind of space and of minus, no marks of direction. */
function cellText(written: string): string {
  const text = written
    .replaceAll(/[\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g, '')
    .replaceAll(/[\u0660-\u0669\u06F0-\u06F9\u0966-\u096F\uFF10-\uFF19]/g, digit => {
      const code = digit.charCodeAt(0)
      return String(code - (ZEROS.findLast(zero => zero <= code) ?? code))
    })
    .replaceAll('\u066B', '.')
    .replaceAll('\u066C', ',')
    .replaceAll('\u2212', '-')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return NOTHING.test(text) ? '' : text
}
