import { type DragEvent, useEffect, useRef, useState } from 'react'
import { canDrop, dropPosition, type DropTarget, type NodeRow, type TreeNode } from './model.ts'
import type { TreeMove, TreeStore } from './useTree.ts'

/** Drag rest time that expands a row. */
const OPEN_AFTER_MS = 600

interface Options<N extends TreeNode> {
  tree: TreeStore<N>
  rowPx: number
  isMovable: (id: string) => boolean
  onMove: (move: TreeMove) => void
  onExpand: (id: string) => void
}

export interface Drag {
  draggedId: string | undefined
  /** Current drop target. */
  target: DropTarget | undefined
  container: { onDragLeave: (event: DragEvent) => void }
  row: (row: NodeRow) => {
    onDragStart: (event: DragEvent) => void
    onDragOver: (event: DragEvent) => void
    onDragEnd: () => void
    onDrop: (event: DragEvent) => void
  }
}

export function useTreeDrag<N extends TreeNode>({ tree, rowPx, isMovable, onMove, onExpand }: Options<N>): Drag {
  const [draggedId, setDraggedId] = useState<string>()
  const [target, setTarget] = useState<DropTarget>()
  const rest = useRef<{ id: string; timer: number }>(undefined)

  const stopResting = () => {
    window.clearTimeout(rest.current?.timer)
    rest.current = undefined
  }
  const end = () => {
    stopResting()
    setDraggedId(undefined)
    setTarget(undefined)
  }
  useEffect(() => () => window.clearTimeout(rest.current?.timer), [])

  const restOn = (row: NodeRow) => {
    if (rest.current?.id === row.id) return
    stopResting()
    if (!row.isExpandable || row.isExpanded) return
    rest.current = { id: row.id, timer: window.setTimeout(() => onExpand(row.id), OPEN_AFTER_MS) }
  }

  return {
    draggedId,
    target,
    container: {
      onDragLeave: event => {
        const to = event.relatedTarget
        if (to instanceof Node && event.currentTarget.contains(to)) return
        stopResting()
        setTarget(undefined)
      },
    },
    row: row => ({
      onDragStart: event => {
        if (!isMovable(row.id)) return event.preventDefault()
        event.dataTransfer.effectAllowed = 'all'
        setDraggedId(row.id)
      },
      onDragOver: event => {
        if (draggedId === undefined) return
        const top = event.currentTarget.getBoundingClientRect().top
        const next: DropTarget = { id: row.id, position: dropPosition((event.clientY - top) / rowPx, row) }
        restOn(row)
        if (!canDrop(tree.state, draggedId, next)) {
          setTarget(undefined)
          return
        }
        event.preventDefault()
        event.dataTransfer.dropEffect = 'move'
        if (target?.id !== next.id || target.position !== next.position) setTarget(next)
      },
      onDragEnd: end,
      onDrop: event => {
        event.preventDefault()
        const move = draggedId !== undefined && target ? { id: draggedId, target } : undefined
        end()
        if (move) onMove(move)
      },
    }),
  }
}
