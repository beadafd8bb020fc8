/** The selection of an editor that is given the focus. */
import { Extension } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/**
 * Gives the selection to the browser together with the focus, which would put its caret at the start. The library
 * does so 20 ms later, unless the browser has reported its own caret before: it recognises that one only within
 * 200 ms, so that on a busy device the next letters went to the start of the text.
 */
export const focusSelection = Extension.create({
  name: 'focusSelection',
  addProseMirrorPlugins() {
    // The pointer says where the selection will be.
    let isPressed = false
    const press = (pressed: boolean) => () => {
      isPressed = pressed
      return false
    }
    const focus = (view: EditorView) => {
      if (!isPressed) view.focus()
      return false
    }
    return [
      new Plugin({
        props: { handleDOMEvents: { mousedown: press(true), mouseup: press(false), blur: press(false), focus } },
      }),
    ]
  },
})
