import { type ReactNode, useEffect, useState } from 'react'
import { t } from '../i18n.ts'
import type { TreeNode } from './model.ts'
import { type NodeParts, TreeRows } from './TreeRows.tsx'
import css from './TreeView.module.css'
import { useRowWindow } from './useRowWindow.ts'
import { type TreeMove, type TreeStore, useTreeRows } from './useTree.ts'
import { useTreeDrag } from './useTreeDrag.ts'
import { useTreeFocus } from './useTreeFocus.ts'
import { useTreeKeys } from './useTreeKeys.ts'
import { useCurrentInView, useLoadOnScroll, useScrollAnchor } from './useTreeScroll.ts'

const ROW_PX = 30
/** Expand animation, as specified. */
const SLIDE_MS = 300

export interface TreeViewProps<N extends TreeNode> extends NodeParts<N> {
  label: string
  tree: TreeStore<N>
  /** Current page: marked and scrolled to. */
  currentId?: string | undefined
  /** Saves a move, shown optimistically and reverted on rejection. Absent: read-only. */
  onMove?: (move: TreeMove) => Promise<void>
  empty?: ReactNode
}

/**
 * Virtualised tree of links. Arrow keys, Home, End and typed letters move the focus; Enter follows; rows move by drag
 * or Alt with an arrow key.
 */
export function TreeView<N extends TreeNode>(props: TreeViewProps<N>) {
  const { label, tree, currentId, onMove, empty, ...parts } = props
  const rows = useTreeRows(tree)
  const { scroller, from, to, top, reveal, inView, scrollByRows } = useRowWindow(rows.length, ROW_PX)
  const { focusIndex, focus, onRowFocus } = useTreeFocus(rows, currentId, reveal)
  const { arrivingBelow, expand } = useExpandAnimation(tree)
  const { isUsed, onUse } = useCurrentInView(rows, currentId, reveal)
  useScrollAnchor(rows, focusIndex, inView, scrollByRows)

  const move = (request: TreeMove) => {
    // The caller reports failures; the move is reverted by then.
    if (onMove) tree.move(request, onMove).catch(() => undefined)
  }
  const isMovable = (id: string) => onMove !== undefined && tree.state.nodes.has(id)
  const drag = useTreeDrag({ tree, rowPx: ROW_PX, isMovable, onMove: move, onExpand: expand })
  const onKeyDown = useTreeKeys({ tree, rows, focusIndex, focus, expand, isMovable, move })

  // The focused and the dragged row stay rendered.
  const retained = [focusIndex, rows.findIndex(row => row.id === drag.draggedId)]
  const rendered = Array.from({ length: to - from }, (_, offset) => from + offset)
  for (const index of new Set(retained))
    if (index >= 0 && index < rows.length && !rendered.includes(index)) rendered.push(index)
  rendered.sort((a, b) => a - b)
  useLoadOnScroll(tree, rows, isUsed ? rendered : [], top, focusIndex < to ? focusIndex : undefined)

  if (rows.length === 0) return <>{empty}</>
  return (
    <div
      ref={scroller}
      className={css.scroller}
      role="presentation"
      // The router would carry the scroll position over to the next page. Going back restores it.
      data-scroll-restoration-id={`tree ${currentId ?? ''}`}
      onWheel={onUse}
      onTouchMove={onUse}
      onPointerDown={onUse}
      onKeyDown={onUse}
    >
      <div
        className={css.tree}
        role="tree"
        aria-label={label}
        style={{ height: rows.length * ROW_PX }}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        {...drag.container}
      >
        <TreeRows
          {...{
            tree,
            rows,
            rendered,
            focusIndex,
            currentId,
            arrivingBelow,
            drag,
            isMovable,
            expand,
            onRowFocus,
            parts,
          }}
          rowPx={ROW_PX}
        />
      </div>
      <p className="ox-visually-hidden" role="status">
        {drag.draggedId === undefined ? '' : t('Drag to move the page; Escape cancels.')}
      </p>
    </div>
  )
}

/** Expands nodes, and names the one whose children are sliding in. */
function useExpandAnimation<N extends TreeNode>(tree: TreeStore<N>) {
  const [arrivingBelow, setArrivingBelow] = useState<string>()
  useEffect(() => {
    if (arrivingBelow === undefined) return
    const timer = window.setTimeout(() => setArrivingBelow(undefined), SLIDE_MS)
    return () => window.clearTimeout(timer)
  }, [arrivingBelow])
  const expand = (id: string) => {
    setArrivingBelow(id)
    void tree.expand(id)
  }
  return { arrivingBelow, expand }
}
