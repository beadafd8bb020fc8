/** Pastes without formatting. */
import type { EditorView } from '@tiptap/pm/view'

/** Editors in which the last key asks for a plain paste. */
const asked = new WeakSet<EditorView>()

/** Notes whether a key is Ctrl+Shift+V, which the paste event does not tell. */
export function watchPlainKeys(view: EditorView, event: KeyboardEvent): boolean {
  if ((event.ctrlKey || event.metaKey) && event.shiftKey && event.key.toLowerCase() === 'v') asked.add(view)
  else asked.delete(view)
  return false
}

/** Pastes the characters of the clipboard if its last key asked for that; false leaves the paste to others. */
export function takePlain(view: EditorView, event: ClipboardEvent): boolean {
  const text = event.clipboardData?.getData('text/plain') ?? ''
  if (!asked.delete(view) || text === '') return false
  pasteCharacters(view, text)
  return true
}

/** Pastes text as a browser's own event without data does: each line is a paragraph, and nothing is understood. */
export function pasteCharacters(view: EditorView, text: string): void {
  view.pasteText(text, new Event('paste') as ClipboardEvent)
}
