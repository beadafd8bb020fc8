import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../i18n.ts'
import type { TreeNode } from './model.ts'
import { NodeItem, StatusItem } from './TreeRows.tsx'
import css from './TreeView.module.css'
import { useRowWindow } from './useRowWindow.ts'
import { type Drag, useTreeDrag } from './useTreeDrag.ts'
import { useTreeKeys } from './useTreeKeys.ts'
import { type TreeMove, type TreeStore, useTreeRows } from './useTree.ts'

const ROW_PX = 30
/** The specification's slide of opened children. */
const SLIDE_MS = 300

export interface TreeViewProps<N extends TreeNode> {
  /** Accessible name. */
  label: string
  tree: TreeStore<N>
  /** The page that is shown: marked, and scrolled to. */
  currentId?: string | undefined
  /** Saves a move; the tree shows it at once and takes it back when this rejects. Absent: nothing can be moved. */
  onMove?: (move: TreeMove) => Promise<void>
  canMove?: (node: N) => boolean
  /** 16 px icon before the label. */
  renderIcon?: (node: N) => ReactNode
  /** What is special about a page, after its label: an icon of 12 px and the words for it. */
  renderMark?: (node: N) => { icon: ReactNode; text: string } | undefined
  /** Buttons at the end of a row, shown on hover and focus. */
  renderActions?: (node: N) => ReactNode
  /** In the place of rows when there are none. */
  empty?: ReactNode
}

/**
 * A tree of links: virtualised, so that tens of thousands of open rows cost what a screenful does. Arrow keys, Home,
 * End and typed letters move; Enter follows the link; rows are dragged, or moved by Alt and an arrow key.
 */
export function TreeView<N extends TreeNode>(props: TreeViewProps<N>) {
  const { label, tree, currentId, onMove, canMove, renderIcon, renderMark, renderActions, empty } = props
  const rows = useTreeRows(tree)
  const [focusedId, setFocusedId] = useState<string>()
  const [opened, setOpened] = useState<string>()
  /** The last row before those that are being fetched, while the focus waits for them. */
  const waiting = useRef<string>(undefined)

  const indexOf = (id: string | undefined) => rows.findIndex(row => row.id === id)
  const focusIndex = Math.max(indexOf(focusedId), indexOf(focusedId) < 0 ? indexOf(currentId) : -1, 0)
  const [draggedId, setDraggedId] = useState<string>()
  const draggedIndex = draggedId === undefined ? -1 : indexOf(draggedId)
  const { scroller, from, to, top, reveal, firstInSight, skip } = useRowWindow(rows.length, ROW_PX)

  // What is read stays where it is when rows come or go above it.
  const seen = useRef<{ rows: typeof rows; id: string; index: number }>(undefined)
  useLayoutEffect(() => {
    const before = seen.current
    if (before && before.rows !== rows) {
      const index = rows.findIndex(row => row.id === before.id)
      if (index >= 0 && index !== before.index) skip(index - before.index)
    }
    const first = firstInSight()
    const index = first === undefined ? -1 : rows.findIndex((row, at) => at >= first && row.kind === 'node')
    const row = rows[index]
    seen.current = row && { rows, id: row.id, index }
  })

  const focus = (id: string) => {
    setFocusedId(id)
    const index = indexOf(id)
    if (index >= 0) reveal(index)
    // The row may only now come into the document.
    requestAnimationFrame(() => document.getElementById(rowId(id))?.focus({ preventScroll: true }))
  }
  const focusNow = useRef(focus)
  useEffect(() => {
    focusNow.current = focus
  })
  const expand = (id: string) => {
    setOpened(id)
    void tree.expand(id)
  }
  useEffect(() => {
    if (opened === undefined) return
    const timer = window.setTimeout(() => setOpened(undefined), SLIDE_MS)
    return () => window.clearTimeout(timer)
  }, [opened])

  const currentIndex = indexOf(currentId)
  /** The current page since which somebody has looked for something in the tree: where they are is where they want to be. */
  const left = useRef<string>(undefined)
  useEffect(() => {
    // Branches that open above it push the page away.
    if (currentIndex >= 0 && left.current !== currentId) reveal(currentIndex, 'middle')
  }, [currentId, currentIndex, reveal])

  const move = (request: TreeMove) => {
    if (!onMove) return
    // The caller tells the user of a failure; the row is back in its place by then.
    tree.move(request, onMove).catch(() => undefined)
  }
  const isMovable = (id: string) => {
    const node = tree.state.nodes.get(id)
    return node !== undefined && onMove !== undefined && (canMove?.(node) ?? true)
  }
  const drag: Drag = useTreeDrag({ tree, rowPx: ROW_PX, isMovable, onMove: move, onExpand: expand, onDrag: setDraggedId })

  // What moves has another place by the time that it gets the focus.
  const key = useTreeKeys({ tree, rows, focusIndex, rowId, focus: id => focusNow.current(id), expand, isMovable, move })

  // The rows with the focus and under the pointer's drag stay in the document, wherever the tree is scrolled to.
  const kept = [...new Set([focusIndex, draggedIndex])].filter(index => index >= 0 && index < rows.length && (index < from || index >= to))
  const drawn = [...Array.from({ length: to - from }, (_, offset) => from + offset), ...kept].sort((a, b) => a - b)
  // Whoever scrolls or walks to the end of what is here gets the rest without asking. A tree that nobody touches loads nothing.
  const [touched, setTouched] = useState(false)
  const moreIndex = touched ? drawn.find(index => {
    const row = rows[index]
    return row?.kind === 'more' && !row.waits
  }) : undefined
  const more = moreIndex === undefined ? undefined : rows[moreIndex]
  // Whoever comes to a gap from below sees what stands right above first.
  const isFromBelow = more?.kind === 'more' && more.rest === 'next' && (moreIndex ?? 0) <= top && rows[(moreIndex ?? 0) + 1]?.parentId === more.parentId
  const rest = more?.kind === 'more' ? (isFromBelow ? 'before' : more.rest) : undefined
  useEffect(() => {
    if (more && rest) void tree.more(more.parentId, rest)
  }, [tree, more, rest])
  const touch = () => {
    setTouched(true)
    left.current = currentId
  }
  // Whoever waits at the end of the rows goes on with the first that comes.
  useEffect(() => {
    const last = waiting.current
    if (last === undefined) return
    const next = rows[rows.findIndex(row => row.id === last) + 1]
    if (next?.kind !== 'node') return
    waiting.current = undefined
    focusNow.current(next.id)
  }, [rows])

  if (rows.length === 0) return <>{empty}</>
  return (
    <div
      ref={scroller}
      className={css.scroller}
      role="presentation"
      // The router would carry the place in the tree over to the next page, and scroll away from it. Going back finds the place again.
      data-scroll-restoration-id={`tree ${currentId ?? ''}`}
      onWheel={touch}
      onTouchMove={touch}
      onPointerDown={touch}
      onKeyDown={touch}
    >
      <div
        className={css.tree}
        role="tree"
        aria-label={label}
        style={{ height: rows.length * ROW_PX }}
        tabIndex={-1}
        onKeyDown={key}
        {...drag.container}
      >
        {drawn.map(index => {
          const row = rows[index]
          if (!row) return null
          const style = { transform: `translateY(${index * ROW_PX}px)`, height: ROW_PX, '--depth': row.depth }
          if (row.kind !== 'node') {
            return (
              <StatusItem
                key={row.id}
                id={rowId(row.id)}
                row={row}
                style={style}
                isTabStop={index === focusIndex}
                onFocus={() => {
                  setFocusedId(row.id)
                  waiting.current = rows[index - 1]?.id
                }}
                onRetry={() => void tree.more(row.parentId, row.rest)}
              />
            )
          }
          const node = tree.state.nodes.get(row.id)
          if (!node) return null
          return (
            <NodeItem
              key={row.id}
              id={rowId(row.id)}
              node={node}
              row={row}
              style={style}
              isCurrent={row.id === currentId}
              isTabStop={index === focusIndex}
              isArriving={opened !== undefined && row.parentId === opened}
              drop={drag.target?.id === row.id ? drag.target.position : undefined}
              isDragged={drag.draggedId === row.id}
              isDraggable={isMovable(row.id)}
              icon={renderIcon?.(node)}
              mark={renderMark?.(node)}
              actions={renderActions?.(node)}
              onFocus={() => {
                setFocusedId(row.id)
                waiting.current = undefined
              }}
              onToggle={() => (row.isExpanded ? tree.collapse(row.id) : expand(row.id))}
              drag={drag.row(row)}
            />
          )
        })}
      </div>
      <p className="ox-visually-hidden" role="status">
        {drag.draggedId === undefined ? '' : t('Drag to move the page; Escape cancels.')}
      </p>
    </div>
  )
}

/** Id of a row's element in the document. */
function rowId(id: string): string {
  return `ox-tree-${id}`
}

