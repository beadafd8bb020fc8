import { useSyncExternalStore } from 'react'
import type { EditorState } from '@tiptap/pm/state'
import type { DialogName, EditorTools } from '../tools.ts'

/** Editor state, updated on change. */
export function useEditorState(tools: EditorTools): EditorState {
  return useSyncExternalStore(tools.subscribe, tools.state)
}

export function useDialog(tools: EditorTools): DialogName | undefined {
  return useSyncExternalStore(tools.subscribe, tools.dialog)
}
