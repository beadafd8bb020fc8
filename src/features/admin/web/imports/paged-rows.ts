import type { List } from '#platform/web/lists.ts'
import { useHistoryState } from '#platform/web/useHistoryState.ts'

const LIMIT = 25

/** A list of rows that are all there, in pages. @param name unique on the screen */
export function usePagedRows<Row>(name: string, rows: readonly Row[]): List<Row> {
  const [place, setPlace] = useHistoryState(`place in ${name}`, 0)
  const start = place < rows.length ? place : 0
  const shown = rows.slice(start, start + LIMIT)
  return {
    rows: shown,
    error: null,
    isPrevious: false,
    retry: () => undefined,
    pages: {
      start,
      limit: LIMIT,
      size: shown.length,
      total: rows.length,
      hasNext: start + LIMIT < rows.length,
      onChange: setPlace,
    },
  }
}
