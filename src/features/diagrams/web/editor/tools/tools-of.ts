import type { Editor } from '../store/editor.ts'
import { idle } from './idle.ts'
import { Tools } from './tools.ts'

const all = new WeakMap<Editor, Tools>()

/** The tools of an editor: for commands, panels and the library, which act on the canvas without being on it. */
export function toolsOf(editor: Editor): Tools {
  let tools = all.get(editor)
  if (!tools) all.set(editor, tools = new Tools(editor, idle))
  return tools
}

/** Takes over a text that is being written: before saving, closing, and whatever reads the document as a whole. */
export function finishText(editor: Editor): void {
  all.get(editor)?.finishText?.()
}
