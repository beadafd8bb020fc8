export interface ListTableOptions {
  /** Accessible name. */
  label: string
  onSelect: (id: string) => void
  /** Called when the list is scrolled to its bottom. */
  onBottom: () => void
}

/** Px from the bottom that count as being there: scroll positions are fractions. */
const AT_BOTTOM = 2

/** A table of rows of which one can be chosen, within a parent that it scrolls in. */
export class ListTable {
  readonly #columns: readonly string[]
  readonly #options: ListTableOptions
  readonly #table: HTMLTableElement
  readonly #body: HTMLTableSectionElement
  readonly #end = new AbortController()

  /**
   * @param columns their headings
   * @throws Error without a parent or without an array of columns
   */
  constructor(parent: HTMLElement, columns: readonly string[], options: ListTableOptions) {
    if (!(parent as HTMLElement | undefined)) throw new Error('ListTable needs a parent element')
    if (!Array.isArray(columns)) throw new Error('ListTable needs an array of column names')
    this.#columns = columns
    this.#options = options
    const { ownerDocument } = parent
    this.#table = ownerDocument.createElement('table')
    this.#table.setAttribute('role', 'grid')
    this.#table.setAttribute('aria-label', options.label)
    const head = ownerDocument.createElement('thead')
    head.append(rowOf(ownerDocument, 'th', columns))
    this.#body = ownerDocument.createElement('tbody')
    this.#table.append(head, this.#body)
    parent.append(this.#table)
    this.#listen(parent)
  }

  #listen(parent: HTMLElement): void {
    const { signal } = this.#end
    this.#body.addEventListener('click', event => this.#select(rowAt(event)), { signal })
    this.#body.addEventListener('keydown', event => this.#onKey(event), { signal })
    parent.addEventListener(
      'scroll',
      () => {
        if (parent.scrollTop + parent.clientHeight >= parent.scrollHeight - AT_BOTTOM) this.#options.onBottom()
      },
      { passive: true, signal },
    )
  }

  /** @throws Error unless there is a label for each column */
  addRow(id: string, cells: readonly string[]): void {
    if (cells.length !== this.#columns.length) throw new Error('Invalid cell count for ListTable addRow')
    const row = rowOf(this.#table.ownerDocument, 'td', cells)
    row.dataset['id'] = id
    row.setAttribute('aria-selected', 'false')
    // One row is reached by Tab, the others from it by arrow keys.
    row.tabIndex = this.#body.childElementCount === 0 ? 0 : -1
    this.#body.append(row)
  }

  /** Removes all rows. */
  clear(): void {
    this.#body.replaceChildren()
  }

  remove(): void {
    this.#end.abort()
    this.#table.remove()
  }

  #select(row: HTMLElement | undefined): void {
    if (!row) return
    for (const other of this.#rows()) {
      other.setAttribute('aria-selected', String(other === row))
      other.tabIndex = other === row ? 0 : -1
    }
    this.#options.onSelect(row.dataset['id'] ?? '')
  }

  #onKey(event: KeyboardEvent): void {
    const rows = this.#rows()
    const row = rowAt(event)
    const at = row ? rows.indexOf(row) : -1
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1, ' ': at, Enter: at }[event.key]
    if (to === undefined || !rows[to]) return
    event.preventDefault()
    rows[to].focus()
    this.#select(rows[to])
  }

  #rows(): HTMLElement[] {
    return [...this.#body.children] as HTMLElement[]
  }
}

function rowOf(document: Document, cell: 'th' | 'td', labels: readonly string[]): HTMLTableRowElement {
  const row = document.createElement('tr')
  for (const label of labels) {
    const element = document.createElement(cell)
    if (element instanceof HTMLTableCellElement && cell === 'th') element.scope = 'col'
    element.textContent = label
    row.append(element)
  }
  return row
}

function rowAt({ target }: Event): HTMLElement | undefined {
  return (target instanceof Element && target.closest('tr')) || undefined
}
