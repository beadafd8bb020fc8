import { createContext, use, useRef, useSyncExternalStore } from 'react'
import type { EditorContext } from '../editor-context.ts'
import type { EditorState } from './state.ts'

export const EditorProvider = createContext<EditorContext | null>(null)

/** @throws Error outside of a provider */
export function useEditor(): EditorContext {
  const editor = use(EditorProvider)
  if (!editor) throw new Error('There is no editor above')
  return editor
}

/**
 * A part of the editor's state; renders when it changes.
 * @param select computed values are compared by `isSame`
 */
export function useEditorState<Part>(
  select: (state: EditorState, editor: EditorContext) => Part,
  isSame: (a: Part, b: Part) => boolean = Object.is,
): Part {
  const editor = useEditor()
  const known = useRef<{ part: Part } | undefined>(undefined)
  return useSyncExternalStore(editor.subscribe, () => {
    const part = select(editor.state(), editor)
    if (!known.current || !isSame(known.current.part, part)) known.current = { part }
    return known.current.part
  })
}
