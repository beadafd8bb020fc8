import { t } from '#platform/web/i18n.ts'
import { compareKeys, sortKeyOf } from './sort-order.ts'

/** A press that lasts longer selects text and does not sort. */
const CLICK_MS = 250
/** After this long, the table says that it is being sorted. */
const BUSY_AFTER_MS = 500
/** Time for reading cells before the page gets its turn. */
const SLICE_MS = 30

/**
 * Tables with a row of headings sort by a click on one: up, down, and as they were. Tables with joined cells stay as they
 * are, since their rows belong together. Returns a function that undoes it.
 */
export function makeTablesSortable(article: HTMLElement): () => void {
  const undo: (() => void)[] = []
  for (const table of article.querySelectorAll<HTMLTableElement>('table.confluenceTable')) {
    if (isSortable(table)) undo.push(makeSortable(table))
  }
  return () => {
    for (const step of undo) step()
  }
}

function isSortable(table: HTMLTableElement): boolean {
  const [head, ...rows] = table.rows
  if (!head || rows.length < 2) return false
  if (head.cells.length === 0 || [...head.cells].some(cell => cell.tagName !== 'TH')) return false
  if (table.closest('td, th') || table.querySelector('table')) return false
  return ![...table.rows].some(row => [...row.cells].some(cell => cell.colSpan > 1 || cell.rowSpan > 1))
}

function makeSortable(table: HTMLTableElement): () => void {
  const head = table.rows[0]
  const original = [...table.rows].slice(1)
  const body = original[0]?.parentElement
  if (!head || !body) return () => undefined
  const events = new AbortController()
  let run = 0

  const sort = async (cell: HTMLTableCellElement) => {
    const turn = ++run
    const before = cell.getAttribute('aria-sort')
    const next = before === 'ascending' ? 'descending' : before === 'descending' ? undefined : 'ascending'
    const busy = window.setTimeout(() => table.setAttribute('aria-busy', 'true'), BUSY_AFTER_MS)
    try {
      const rows = next ? await sorted(original, cell.cellIndex, next === 'ascending' ? 1 : -1, () => turn === run) : original
      if (!rows) return
      for (const other of head.cells) other.removeAttribute('aria-sort')
      if (next) cell.setAttribute('aria-sort', next)
      body.append(...rows)
    } finally {
      window.clearTimeout(busy)
      if (turn === run) table.removeAttribute('aria-busy')
    }
  }

  for (const cell of head.cells) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'ox-sort'
    button.setAttribute('aria-label', t('Sort by {{column}}', { column: cell.textContent.trim() || String(cell.cellIndex + 1) }))
    cell.append(button)
    cell.classList.add('ox-sortable')
    let pressedAt = 0
    cell.addEventListener('pointerdown', event => {
      pressedAt = event.timeStamp
    }, { signal: events.signal })
    cell.addEventListener('click', event => {
      const isByKey = event.detail === 0
      if (!isByKey && event.timeStamp - pressedAt > CLICK_MS) return
      if (event.target instanceof Element && event.target.closest('a, button:not(.ox-sort), input')) return
      void sort(cell)
    }, { signal: events.signal })
  }
  return () => {
    run++
    events.abort()
    for (const cell of head.cells) {
      cell.classList.remove('ox-sortable')
      cell.removeAttribute('aria-sort')
      cell.querySelector(':scope > .ox-sort')?.remove()
    }
    body.append(...original)
  }
}

/** The rows in order; undefined when something newer was asked for meanwhile. */
async function sorted(
  rows: readonly HTMLTableRowElement[], column: number, direction: 1 | -1, isWanted: () => boolean,
): Promise<HTMLTableRowElement[] | undefined> {
  const keyed: { row: HTMLTableRowElement; key: ReturnType<typeof sortKeyOf> }[] = []
  let sliceEnd = performance.now() + SLICE_MS
  for (const row of rows) {
    keyed.push({ row, key: sortKeyOf(row.cells[column]?.dataset['sortValue'] ?? row.cells[column]?.textContent ?? '') })
    if (performance.now() < sliceEnd) continue
    await new Promise(resolve => setTimeout(resolve, 0))
    if (!isWanted()) return undefined
    sliceEnd = performance.now() + SLICE_MS
  }
  return keyed.toSorted((a, b) => compareKeys(a.key, b.key, direction)).map(({ row }) => row)
}
