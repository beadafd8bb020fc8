import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { TreeNode, TreeRow } from './model.ts'
import type { RowWindow } from './useRowWindow.ts'
import type { TreeStore } from './useTree.ts'

/**
 * Scroll anchoring: visible rows stay in place when rows above change. The anchor is looked up at that time, since
 * scrolling causes no render. It is the first row in view. Where a gap is in view, filling it would push out what is
 * below it: then it is the focused row below the gap, or the first row below it if the gap was filled from there.
 */
export function useScrollAnchor(
  rows: readonly TreeRow[],
  focusIndex: number,
  inView: RowWindow['inView'],
  scrollByRows: RowWindow['scrollByRows'],
): void {
  const previous = useRef(rows)
  useLayoutEffect(() => {
    const before = previous.current
    previous.current = rows
    if (before === rows) return
    const { first, last } = inView()
    const focused = before.findIndex(row => row.id === rows[focusIndex]?.id)
    const hasGapAbove =
      focused <= last &&
      before.slice(first, Math.max(focused, 0)).some(row => row.kind !== 'node' && isSibling(row, before[focused]))
    // At the top, new rows should show.
    const firstNode = first === 0 ? -1 : before.findIndex((row, at) => at >= first && row.kind === 'node')
    const from = hasGapAbove ? focused : (filledUpwards(before, rows, first, last) ?? firstNode)
    const to = from < 0 ? -1 : rows.findIndex(row => row.id === before[from]?.id)
    if (to >= 0 && to !== from) scrollByRows(to - from)
  }, [rows, focusIndex, inView, scrollByRows])
}

/** Index of the row below a gap in view, before rows came between the two; undefined if none did. */
function filledUpwards(
  before: readonly TreeRow[],
  rows: readonly TreeRow[],
  first: number,
  last: number,
): number | undefined {
  const gap = before.findIndex(({ kind }, at) => at >= first && at <= last && kind !== 'node')
  const [above, below] = [before[gap - 1], before[gap + 1]]
  if (!above || !below) return undefined
  const now = rows.findIndex(({ id }) => id === above.id) + 1
  const isThere = rows[now] !== undefined && rows[now].kind !== 'node'
  return isThere && rows[now + 1]?.id !== below.id ? gap + 1 : undefined
}

function isSibling(row: TreeRow, other: TreeRow | undefined): boolean {
  return row.parentId === other?.parentId
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

/**
 * Infinite scrolling: loads the first gap among the rendered rows.
 * @param top first visible row
 * @param focusIndex focused row, if it is about the view
 */
export function useLoadOnScroll<N extends TreeNode>(
  tree: TreeStore<N>,
  rows: readonly TreeRow[],
  rendered: readonly number[],
  top: number,
  focusIndex: number | undefined,
): void {
  const index =
    rendered.find(at => {
      const row = rows[at]
      return row?.kind === 'more' && !row.waits
    }) ?? -1
  const row = rows[index]
  const more = row?.kind === 'more' ? row : undefined
  // Entering a gap from below, by scrolling or with the focus, loads upwards.
  const isFocusBelow =
    more !== undefined && focusIndex !== undefined && index < focusIndex && isSibling(more, rows[focusIndex])
  const isFromBelow =
    more?.rest === 'next' && (index <= top || isFocusBelow) && rows[index + 1]?.parentId === more.parentId
  const rest = isFromBelow ? 'before' : more?.rest
  useEffect(() => {
    if (more && rest) void tree.more(more.parentId, rest)
  }, [tree, more, rest])
}
