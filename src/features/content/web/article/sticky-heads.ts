const CLASS = 'ox-sticky-head'

/**
 * Keeps the header of each table in sight while readers scroll through the rows. A table that is wider than the text
 * scrolls in its own frame, without it. Returns a cleanup function.
 */
export function stickHeads(article: HTMLElement): () => void {
  const frames = new Map<Element, HTMLElement>()
  for (const table of article.querySelectorAll<HTMLTableElement>('.table-wrap > table.confluenceTable')) {
    const frame = table.parentElement
    if (frame && hasHead(table)) for (const element of [table, frame]) frames.set(element, frame)
  }
  const sizes = new ResizeObserver(entries => {
    for (const frame of new Set(entries.map(({ target }) => frames.get(target)))) {
      const table = frame?.firstElementChild
      if (table instanceof HTMLElement) frame?.classList.toggle(CLASS, table.offsetWidth <= frame.clientWidth)
    }
  })
  for (const element of frames.keys()) sizes.observe(element)
  return () => {
    sizes.disconnect()
    for (const frame of frames.values()) frame.classList.remove(CLASS)
  }
}

/** Whether the table begins with a `thead`, or a row of headers that no merged cell joins to the next one. */
function hasHead(table: HTMLTableElement): boolean {
  if (table.rows.length < 2 || table.closest('td, th')) return false
  if (table.tHead) return true
  const cells = [...(table.rows[0]?.cells ?? [])]
  return cells.length > 0 && cells.every(cell => cell.tagName === 'TH' && cell.rowSpan === 1)
}
