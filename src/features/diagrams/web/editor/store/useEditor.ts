import { createContext, use, useRef, useSyncExternalStore } from 'react'
import type { EditorContext } from '../editor-context.ts'
import type { EditorState } from './state.ts'

/** Provides the editor to the components below. */
export const EditorProvider = createContext<EditorContext | null>(null)

/** The editor of the components above. @throws Error outside of one */
export function useEditor(): EditorContext {
  const editor = use(EditorProvider)
  if (!editor) throw new Error('There is no editor above')
  return editor
}

/**
 * A part of the editor's state; the component is drawn anew when it becomes another.
 * @param select takes the part from the state; what it makes itself is compared by `isSame`
 */
export function useEditorState<Part>(select: (state: EditorState, editor: EditorContext) => Part, isSame: (a: Part, b: Part) => boolean = Object.is): Part {
  const editor = useEditor()
  const known = useRef<{ part: Part } | undefined>(undefined)
  return useSyncExternalStore(editor.subscribe, () => {
    const part = select(editor.state(), editor)
    if (!known.current || !isSame(known.current.part, part)) known.current = { part }
    return known.current.part
  })
}
