import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { TreeNode, TreeRow } from './model.ts'
import type { RowWindow } from './useRowWindow.ts'
import type { TreeStore } from './useTree.ts'

/** Scroll anchoring: visible rows stay in place when rows above change. */
export function useScrollAnchor(
  rows: readonly TreeRow[],
  anchorIndex: RowWindow['anchorIndex'],
  scrollByRows: RowWindow['scrollByRows'],
): void {
  const anchor = useRef<{ rows: readonly TreeRow[]; id: string; index: number }>(undefined)
  useLayoutEffect(() => {
    const before = anchor.current
    if (before && before.rows !== rows) {
      const index = rows.findIndex(row => row.id === before.id)
      if (index >= 0 && index !== before.index) scrollByRows(index - before.index)
    }
    const first = anchorIndex()
    const index = first === undefined ? -1 : rows.findIndex((row, at) => at >= first && row.kind === 'node')
    const row = rows[index]
    anchor.current = row && { rows, id: row.id, index }
  })
}

/** Scrolls to the current page until the user interacts with the tree, which `onUse` reports. */
export function useCurrentInView(rows: readonly TreeRow[], currentId: string | undefined, reveal: RowWindow['reveal']) {
  const [isUsed, setUsed] = useState(false)
  const usedAt = useRef<string>(undefined)
  const index = rows.findIndex(row => row.id === currentId)
  useEffect(() => {
    // Expanding ancestors moves the row.
    if (index >= 0 && usedAt.current !== currentId) reveal(index, 'middle')
  }, [currentId, index, reveal])
  const onUse = () => {
    setUsed(true)
    usedAt.current = currentId
  }
  return { isUsed, onUse }
}

/** Infinite scrolling: loads the first gap among the rendered rows. @param top first visible row */
export function useLoadOnScroll<N extends TreeNode>(
  tree: TreeStore<N>,
  rows: readonly TreeRow[],
  rendered: readonly number[],
  top: number,
): void {
  const index =
    rendered.find(at => {
      const row = rows[at]
      return row?.kind === 'more' && !row.waits
    }) ?? -1
  const row = rows[index]
  const more = row?.kind === 'more' ? row : undefined
  // Entering a gap from below loads upwards.
  const isFromBelow = more?.rest === 'next' && index <= top && rows[index + 1]?.parentId === more.parentId
  const rest = isFromBelow ? 'before' : more?.rest
  useEffect(() => {
    if (more && rest) void tree.more(more.parentId, rest)
  }, [tree, more, rest])
}
