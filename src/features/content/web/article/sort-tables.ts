import { cellOrder, type CellOrder, type SortKey } from '#platform/cell-order/cell-order.ts'
import { dateLocale, t } from '#platform/web/i18n.ts'
import { cellValue, isPlainTable } from '#platform/web/table-cells.ts'

/** Longer presses select text. */
const CLICK_MS = 250
/** Time slice before yielding to the browser. */
const SLICE_MS = 30

/**
 * Makes a table with a header row sortable by clicks: ascending, descending, original. One with merged cells is left as
 * it is. Returns a cleanup function.
 */
export default function sortTable(table: HTMLElement): () => void {
  return table instanceof HTMLTableElement && isPlainTable(table) ? makeSortable(table) : () => undefined
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
    // Shown by page.css after half a second, even while the main thread is busy.
    table.setAttribute('aria-busy', 'true')
    try {
      await painted()
      const rows = next ? await sorted(original, cell, next === 'ascending' ? 1 : -1, () => turn === run) : original
      if (!rows || turn !== run) return
      for (const other of head.cells) other.removeAttribute('aria-sort')
      if (next) cell.setAttribute('aria-sort', next)
      body.append(...rows)
    } finally {
      if (turn === run) table.removeAttribute('aria-busy')
    }
  }

  for (const cell of head.cells) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'ox-sort'
    button.setAttribute(
      'aria-label',
      t('Sort by {{column}}', { column: cell.textContent.trim() || String(cell.cellIndex + 1) }),
    )
    cell.append(button)
    cell.classList.add('ox-sortable')
    let pressedAt = 0
    cell.addEventListener(
      'pointerdown',
      event => {
        pressedAt = event.timeStamp
      },
      { signal: events.signal },
    )
    cell.addEventListener(
      'click',
      event => {
        const isByKey = event.detail === 0
        if (!isByKey && event.timeStamp - pressedAt > CLICK_MS) return
        if (event.target instanceof Element && event.target.closest('a, button:not(.ox-sort), input')) return
        void sort(cell)
      },
      { signal: events.signal },
    )
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

/** Sorted rows; undefined when superseded. */
async function sorted(
  rows: readonly HTMLTableRowElement[],
  head: HTMLTableCellElement,
  direction: 1 | -1,
  isWanted: () => boolean,
): Promise<HTMLTableRowElement[] | undefined> {
  let sliceEnd = performance.now() + SLICE_MS
  /** Yields when the slice is used up. @returns whether to continue */
  const goesOn = async (): Promise<boolean> => {
    if (performance.now() < sliceEnd) return true
    await new Promise(resolve => setTimeout(resolve, 0))
    sliceEnd = performance.now() + SLICE_MS
    return isWanted()
  }
  const texts: string[] = []
  for (const row of rows) {
    texts.push(cellValue(row.cells[head.cellIndex]))
    if (!(await goesOn())) return undefined
  }
  const order = cellOrder(texts, { locale: dateLocale(), heading: head.textContent })
  let runs: Keyed[][] = []
  for (const [index, row] of rows.entries()) {
    runs.push([{ row, key: order.keyOf(texts[index] ?? '') }])
    if (!(await goesOn())) return undefined
  }
  while (runs.length > 1) {
    const longer: Keyed[][] = []
    for (let at = 0; at < runs.length; at += 2) {
      longer.push(merged(runs[at] ?? [], runs[at + 1] ?? [], order, direction))
      if (!(await goesOn())) return undefined
    }
    runs = longer
  }
  return runs[0]?.map(({ row }) => row)
}

interface Keyed {
  readonly row: HTMLTableRowElement
  readonly key: SortKey
}

/** Stable merge of two sorted lists. */
function merged(first: readonly Keyed[], second: readonly Keyed[], { compare }: CellOrder, direction: 1 | -1): Keyed[] {
  const result: Keyed[] = []
  let at = 0
  for (const item of second) {
    for (let other = first[at]; other && compare(other.key, item.key, direction) <= 0; other = first[at]) {
      result.push(other)
      at++
    }
    result.push(item)
  }
  return [...result, ...first.slice(at)]
}

function painted(): Promise<void> {
  return new Promise(resolve => {
    requestAnimationFrame(() => setTimeout(resolve, 0))
  })
}
