import { useEffect, useRef, useState } from 'react'
import type { TreeRow } from './model.ts'
import { rowId } from './TreeRows.tsx'
import type { RowWindow } from './useRowWindow.ts'

/** Roving focus of a tree. It moves on from a loading row to the first row that is loaded there. */
export function useTreeFocus(rows: readonly TreeRow[], currentId: string | undefined, reveal: RowWindow['reveal']) {
  const [focusedId, setFocusedId] = useState<string>()
  /** Row before the loading ones, while the focus waits for them. */
  const waiting = useRef<string>(undefined)
  const indexOf = (id: string | undefined) => rows.findIndex(row => row.id === id)
  const focused = indexOf(focusedId)

  const focus = (id: string) => {
    setFocusedId(id)
    const index = indexOf(id)
    if (index >= 0) reveal(index)
    // The row may not be rendered yet.
    requestAnimationFrame(() => document.getElementById(rowId(id))?.focus({ preventScroll: true }))
  }
  const latest = useRef(focus)
  useEffect(() => {
    latest.current = focus
  })
  useEffect(() => {
    const last = waiting.current
    if (last === undefined) return
    const next = rows[rows.findIndex(row => row.id === last) + 1]
    if (next?.kind !== 'node') return
    waiting.current = undefined
    latest.current(next.id)
  }, [rows])

  return {
    /** Focused row, or the tab stop. */
    focusIndex: Math.max(focused < 0 ? indexOf(currentId) : focused, 0),
    // A moved row has a new place when it is focused.
    focus: (id: string) => latest.current(id),
    onRowFocus: (index: number) => {
      const row = rows[index]
      setFocusedId(row?.id)
      waiting.current = row?.kind === 'node' ? undefined : rows[index - 1]?.id
    },
  }
}
