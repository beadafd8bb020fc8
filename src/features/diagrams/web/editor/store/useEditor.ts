import { createContext, use, useRef, useSyncExternalStore } from 'react'
import type { Editor } from './editor.ts'
import type { EditorState } from './state.ts'

export const EditorContext = createContext<Editor | null>(null)

/** The editor of the components above. @throws Error outside of one */
export function useEditor(): Editor {
  const editor = use(EditorContext)
  if (!editor) throw new Error('There is no editor above')
  return editor
}

/**
 * A part of the editor's state; the component is drawn anew when it becomes another.
 * @param select takes the part from the state; what it makes itself is compared by `isSame`
 */
export function useEditorState<Part>(select: (state: EditorState, editor: Editor) => Part, isSame: (a: Part, b: Part) => boolean = Object.is): Part {
  const editor = useEditor()
  const known = useRef<{ part: Part } | undefined>(undefined)
  return useSyncExternalStore(editor.subscribe, () => {
    const part = select(editor.state(), editor)
    if (!known.current || !isSame(known.current.part, part)) known.current = { part }
    return known.current.part
  })
}
