import { useSyncExternalStore } from 'react'
import type { EditorState } from '@tiptap/pm/state'
import type { DialogName, EditorTools } from '../tools.ts'

/** The editor's state, current with each change of text or selection. */
export function useEditorState(tools: EditorTools): EditorState {
  return useSyncExternalStore(tools.subscribe, tools.state)
}

/** The dialog that is open. */
export function useDialog(tools: EditorTools): DialogName | undefined {
  return useSyncExternalStore(tools.subscribe, tools.dialog)
}
