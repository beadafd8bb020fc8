import { t } from '#platform/web/i18n.ts'
import { cellValue } from '#platform/web/table-cells.ts'
import type { FilterSettings } from '../shared.ts'
import { FilteredColumn, hasWords, isSet, plain, type Condition } from './column-filter.ts'
import { choiceField, element, fieldOf, rangeField, textField, type Field } from './fields.ts'

/** Columns that have a filter if the author names none. */
const MOST_COLUMNS = 8
/** Pause in typing before rows are filtered. */
const DELAY_MS = 150

interface Filter {
  readonly at: number
  readonly column: FilteredColumn
  readonly field: Field
  readonly isInverse: boolean
}

/** The filters above a table. */
export class FilterPane {
  readonly #table: HTMLTableElement
  readonly #settings: FilterSettings
  readonly #filters: readonly Filter[]
  readonly #global: Field | undefined
  readonly #pane = element('form', 'ox-table-filter')
  readonly #status = element('p', 'ox-table-filter-status')
  readonly #clear = element('button', 'ox-table-filter-clear')
  readonly #ended = new AbortController()
  #timer = 0

  constructor(table: HTMLTableElement, settings: FilterSettings) {
    this.#table = table
    this.#settings = settings
    this.#filters = this.#createFilters()
    this.#global = settings.hasGlobal ? textField(t('Search in all columns')) : undefined
    this.#build()
    const { signal } = this.#ended
    this.#pane.addEventListener('input', () => this.#changed(), { signal })
    this.#pane.addEventListener('submit', event => event.preventDefault(), { signal })
    this.#clear.addEventListener('click', () => this.#reset(), { signal })
    this.#apply()
  }

  /** Removes the filters and shows all rows. */
  end(): void {
    window.clearTimeout(this.#timer)
    this.#ended.abort()
    this.#pane.remove()
    for (const row of this.#rows()) row.hidden = false
  }

  #rows(): HTMLTableRowElement[] {
    return [...this.#table.rows].slice(1)
  }

  #createFilters(): Filter[] {
    const heads = [...(this.#table.rows[0]?.cells ?? [])].map(cell => plain(cell.textContent))
    const { columns, defaults, inverse } = this.#settings
    const named = columns.map((name, place) => ({ at: indexOfHeading(heads, name), place }))
    const places =
      columns.length > 0
        ? named.filter(({ at }) => at >= 0)
        : heads.flatMap((head, at) => (head === '' ? [] : [{ at, place: at }])).slice(0, MOST_COLUMNS)
    const rows = this.#rows()
    return places.map(({ at, place }) => {
      const column = new FilteredColumn(
        rows.map(row => cellValue(row.cells[at])),
        heads[at] ?? '',
      )
      const isInverse = inverse[place] === true
      const label = isInverse ? t('{{column}} without', { column: heads[at] ?? '' }) : (heads[at] ?? '')
      return { at, column, isInverse, field: fieldFor(column, label, defaults[place] ?? [], this.#ended.signal) }
    })
  }

  #build(): void {
    const pane = this.#pane
    pane.role = 'search'
    pane.ariaLabel = t('Filter the rows of the table')
    pane.noValidate = true
    this.#status.role = 'status'
    this.#clear.type = 'button'
    this.#clear.textContent = t('Show all rows')
    const fields = [...(this.#global ? [this.#global] : []), ...this.#filters.map(({ field }) => field)]
    if (fields.length === 0) return
    if (!this.#settings.hidesPane) pane.append(...fields.map(field => fieldOf(field, this.#settings.hidesLabels)))
    const foot = element('div', 'ox-table-filter-foot')
    foot.append(this.#status, this.#clear)
    pane.append(foot)
    const frame = this.#table.closest('.table-wrap') ?? this.#table
    frame.before(pane)
  }

  #changed(): void {
    window.clearTimeout(this.#timer)
    this.#timer = window.setTimeout(() => this.#apply(), DELAY_MS)
  }

  #reset(): void {
    for (const field of [this.#global, ...this.#filters.map(filter => filter.field)]) field?.clear()
    this.#apply()
    this.#pane.querySelector<HTMLElement>('input, summary')?.focus()
  }

  #apply(): void {
    const words = this.#global?.condition().words ?? ''
    const active = this.#filters
      .map(filter => ({ ...filter, condition: filter.field.condition() }))
      .filter(({ condition }) => isSet(condition))
    const rows = this.#rows()
    let shown = 0
    for (const row of rows) {
      const isShown = this.#fits(row, active) && (words === '' || hasWords(row.textContent, words))
      row.hidden = !isShown
      if (isShown) shown++
    }
    this.#status.textContent = t('{{shown}} of {{all}} rows', { shown, all: rows.length })
    this.#clear.hidden = shown === rows.length && active.length === 0 && words === ''
  }

  #fits(row: HTMLTableRowElement, active: readonly (Filter & { readonly condition: Condition })[]): boolean {
    const fits = ({ at, column, isInverse, condition }: (typeof active)[number]) =>
      column.fits(cellValue(row.cells[at]), condition) !== isInverse
    if (active.length === 0) return true
    return this.#settings.isOr ? active.some(fits) : active.every(fits)
  }
}

function fieldFor(column: FilteredColumn, label: string, defaults: readonly string[], signal: AbortSignal): Field {
  switch (column.kind) {
    case 'choice':
      return choiceField(label, column.choices, defaults, signal)
    case 'text':
      return textField(label, defaults.join(' '))
    default:
      return rangeField(label, column.kind === 'dates' ? 'date' : 'number')
  }
}

function indexOfHeading(heads: readonly string[], name: string): number {
  const wanted = plain(name).toLocaleLowerCase()
  return heads.findIndex(head => head.toLocaleLowerCase() === wanted)
}
