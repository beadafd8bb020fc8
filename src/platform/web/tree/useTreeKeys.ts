import { type KeyboardEvent, useRef } from 'react'
import { keyboardMove, keyEffect, type TreeNode, type TreeRow, typeahead } from './model.ts'
import { rowId } from './TreeRows.tsx'
import type { TreeMove, TreeStore } from './useTree.ts'

/** Pause that ends typeahead. */
const TYPEAHEAD_MS = 700

export interface TreeKeysOptions<N extends TreeNode> {
  tree: TreeStore<N>
  rows: readonly TreeRow[]
  /** Focused row, or the tab stop. */
  focusIndex: number
  focus: (id: string) => void
  expand: (id: string) => void
  isMovable: (id: string) => boolean
  move: (request: TreeMove) => void
}

/** Keyboard handler of a tree, after the ARIA practices; Alt with an arrow moves the page. */
export function useTreeKeys<N extends TreeNode>({
  tree,
  rows,
  focusIndex,
  focus,
  expand,
  isMovable,
  move,
}: TreeKeysOptions<N>) {
  const typed = useRef({ text: '', at: 0 })
  return (event: KeyboardEvent): void => {
    const id = rows[focusIndex]?.id
    if (event.altKey && id !== undefined && isMovable(id)) {
      const target = keyboardMove(tree.state, id, event.key)
      if (!target) return
      event.preventDefault()
      move({ id, target })
      requestAnimationFrame(() => focus(id))
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter' && id !== undefined && event.target instanceof HTMLElement) {
      // Row buttons handle Enter themselves.
      if (event.target.id !== rowId(id)) return
      event.preventDefault()
      event.target.querySelector<HTMLElement>('a, button')?.click()
      return
    }
    const effect = keyEffect(rows, id, event.key)
    if (effect) {
      event.preventDefault()
      if (effect.focus !== undefined) focus(effect.focus)
      if (effect.expand !== undefined) expand(effect.expand)
      if (effect.collapse !== undefined) tree.collapse(effect.collapse)
      return
    }
    if (event.key.length !== 1 || event.key === ' ') return
    const text = event.timeStamp - typed.current.at < TYPEAHEAD_MS ? typed.current.text + event.key : event.key
    typed.current = { text, at: event.timeStamp }
    const found = typeahead(tree.state, rows, id, text)
    if (found !== undefined) focus(found)
  }
}
