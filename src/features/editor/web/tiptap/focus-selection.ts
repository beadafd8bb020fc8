/** Keeps the selection of an editor when the browser puts its caret at the start by itself. */
import { Extension } from '@tiptap/core'
import { NodeSelection, Plugin, Selection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/**
 * Keeps the selection until the user moves it, from the focus on and from when a node is selected.
 *
 * The browser puts its caret at the start with the focus, and on a busy machine Chromium was seen to do so once more
 * just before a key, with no event of the focus and no call of a script. The library puts back one such caret, 20 ms
 * after the focus, and recognises it within 200 ms only. Taken for the user's, it sent the next letters to the start of
 * the text, and Enter split the first block instead of opening the form of a selected macro.
 */
export const focusSelection = Extension.create({
  name: 'focusSelection',
  addProseMirrorPlugins: () => [keepSelection()],
})

function keepSelection(): Plugin {
  /** Whether the pointer is about to say where the selection will be. */
  let isPressed = false
  /** Whether a key or the pointer may have moved the caret. */
  let isMoved = true
  const move = () => {
    isMoved = true
    return false
  }
  const press = (pressed: boolean) => () => {
    isPressed = pressed
    return pressed && move()
  }
  const focus = (view: EditorView) => {
    if (isPressed) return false
    isMoved = false
    view.focus()
    return false
  }
  const restore = (view: EditorView) => {
    if (!isMoved && view.hasFocus() && isAtStart(view) && !view.state.selection.eq(Selection.atStart(view.state.doc)))
      view.focus()
  }
  return new Plugin({
    props: {
      handleDOMEvents: {
        mousedown: press(true),
        mouseup: press(false),
        blur: press(false),
        touchstart: move,
        focus,
        keydown(view, { key }) {
          restore(view)
          return MODIFIERS.includes(key) ? false : move()
        },
      },
    },
    view(view) {
      const { ownerDocument } = view.dom
      const onChange = () => restore(view)
      // Before the library reads the selection.
      ownerDocument.addEventListener('selectionchange', onChange, { capture: true })
      return {
        update({ state: { selection } }, before) {
          // Also one that is selected again.
          if (selection !== before.selection && selection instanceof NodeSelection) isMoved = false
        },
        destroy: () => ownerDocument.removeEventListener('selectionchange', onChange, { capture: true }),
      }
    },
  })
}

const MODIFIERS = ['Shift', 'Control', 'Alt', 'Meta']

/** Whether the browser's caret is at the start of the text. */
function isAtStart(view: EditorView): boolean {
  const { anchorNode, anchorOffset, isCollapsed } = view.dom.ownerDocument.getSelection() ?? {}
  if (!anchorNode || !isCollapsed || anchorOffset !== 0) return false
  for (let node: Node | null = anchorNode; node && node !== view.dom; node = node.parentNode)
    if (node.previousSibling) return false
  return view.dom.contains(anchorNode)
}
