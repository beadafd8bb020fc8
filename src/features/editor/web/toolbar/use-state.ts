import { Mark } from '@tiptap/pm/model'
import { type EditorState, TextSelection } from '@tiptap/pm/state'
import { useState, useSyncExternalStore } from 'react'
import type { DialogName, EditorTools } from '../tools.ts'

/** A value of the editor's state; another one shows the component again. */
export function useEditorValue<T>(
  tools: EditorTools,
  read: (state: EditorState) => T,
  isSame: (one: T, other: T) => boolean = Object.is,
): T {
  const [keep] = useState(() => keeping(isSame))
  return useSyncExternalStore(tools.subscribe, () => keep(read(tools.editor.state)))
}

/** Returns the last value while others are the same. */
function keeping<T>(isSame: (one: T, other: T) => boolean): (value: T) => T {
  let last: { value: T } | undefined
  return value => {
    if (!last || !isSame(last.value, value)) last = { value }
    return last.value
  }
}

/**
 * Editor state with the place of the cursor. Typing within a block does not change it: showing the tools again at each
 * letter makes React look for the cursor in the whole text.
 */
export function usePlaceState(tools: EditorTools): EditorState {
  return useEditorValue(tools, state => state, hasSamePlace)
}

export function useDialog(tools: EditorTools): DialogName | undefined {
  return useSyncExternalStore(tools.subscribe, tools.dialog)
}

/** Whether the cursor is in the same blocks, with the same marks for what is typed. A selection never is the same. */
export function hasSamePlace(one: EditorState, other: EditorState): boolean {
  if (one === other) return true
  const [a, b] = [one.selection, other.selection]
  if (!(a instanceof TextSelection) || !(b instanceof TextSelection) || !a.empty || !b.empty) return false
  if (a.$from.depth !== b.$from.depth) return false
  for (let depth = a.$from.depth; depth > 0; depth--) {
    const [node, next] = [a.$from.node(depth), b.$from.node(depth)]
    if (a.$from.before(depth) !== b.$from.before(depth) || node.type !== next.type || node.attrs !== next.attrs)
      return false
  }
  return Mark.sameSet(marksAt(one), marksAt(other))
}

const marksAt = ({ storedMarks, selection }: EditorState): readonly Mark[] => storedMarks ?? selection.$from.marks()
