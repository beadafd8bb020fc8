import { cellOrder, type CellOrder, type SortKey } from '#platform/cell-order/cell-order.ts'
import { dateLocale } from '#platform/web/i18n.ts'

/** How a column is filtered, by the cells that it has. */
export type ColumnKind = 'choice' | 'text' | 'numbers' | 'dates'

/** Values of a column that readers choose from; if there are more, they search. */
const MOST_CHOICES = 50
const DAY = 86_400_000

/** Values or words that a reader has set for a column. A range is inclusive. */
export interface Condition {
  readonly chosen?: ReadonlySet<string>
  readonly words?: string
  readonly from?: string
  readonly to?: string
}

/** Column of a table with the kind of its filter. */
export class FilteredColumn {
  readonly kind: ColumnKind
  /** Values to choose from, in their order; '' for empty cells. */
  readonly choices: readonly string[]
  readonly #order: CellOrder

  constructor(values: readonly string[], heading: string) {
    this.#order = cellOrder(values, { locale: dateLocale(), heading })
    const keys = new Map(values.map(value => [value, this.#order.keyOf(value)]))
    const counts = { number: 0, version: 0, text: 0, empty: 0 }
    for (const value of values) counts[keys.get(value)?.kind ?? 'empty']++
    const { isOfDates, compare } = this.#order
    const choices = new Map(values.map(value => [plain(value), keys.get(value)]))
    const isChoice = choices.size <= MOST_CHOICES
    this.kind =
      counts.number * 2 > values.length - counts.empty
        ? isOfDates
          ? 'dates'
          : 'numbers'
        : isChoice
          ? 'choice'
          : 'text'
    const EMPTY: SortKey = { kind: 'empty' }
    this.choices =
      this.kind === 'choice'
        ? [...choices].toSorted(([, a = EMPTY], [, b = EMPTY]) => compare(a, b, 1)).map(([value]) => value)
        : []
  }

  /** Whether a cell fits; true if nothing is set. */
  fits(value: string, condition: Condition): boolean {
    if (this.kind === 'choice') return condition.chosen?.has(plain(value)) ?? true
    if (this.kind === 'text') return hasWords(value, condition.words ?? '')
    const key = this.#order.keyOf(value)
    if (key.kind !== 'number') return false
    const [from, to] = [this.#limit(condition.from), this.#limit(condition.to)]
    // The last day is part of the range.
    const end = to !== undefined && this.kind === 'dates' ? to + DAY - 1 : to
    return key.value >= (from ?? -Infinity) && key.value <= (end ?? Infinity)
  }

  #limit(written: string | undefined): number | undefined {
    if (!written) return undefined
    const value = this.kind === 'dates' ? Date.parse(written) : Number(written)
    return Number.isNaN(value) ? undefined : value
  }
}

export function isSet({ chosen, words, from, to }: Condition): boolean {
  return (chosen !== undefined && chosen.size > 0) || Boolean(words?.trim()) || Boolean(from) || Boolean(to)
}

/** Whether a text has all words, in any order and case. */
export function hasWords(text: string, words: string): boolean {
  const folded = fold(text)
  return fold(words)
    .split(/\s+/)
    .every(word => folded.includes(word))
}

export function plain(value: string): string {
  return value.replaceAll(/\s+/g, ' ').trim()
}

function fold(text: string): string {
  return text.normalize('NFC').toLocaleLowerCase()
}
