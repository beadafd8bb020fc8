/** Keeps the selection of an editor when the browser puts its caret at the start by itself. */
import { Extension } from '@tiptap/core'
import { NodeSelection, Plugin } from '@tiptap/pm/state'
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
      keepNode(),
    ]
  },
})

/**
 * Keeps a node selected until the user does something. On a busy machine, Chromium was seen to put its caret at the
 * start of the text just before a key, with no event of the focus and no call of a script. Taken for the user's, it made
 * Enter split the first block instead of opening the form of the node. The library puts back one such caret after each
 * focus, and only within 200 ms.
 */
function keepNode(): Plugin {
  /** Whether a key or the pointer may have moved the caret since the node was selected. */
  let isMoved = true
  const move = () => {
    isMoved = true
    return false
  }
  const settle = ({ state }: EditorView) => {
    isMoved = !(state.selection instanceof NodeSelection)
    return false
  }
  const restore = (view: EditorView) => {
    if (!isMoved && view.hasFocus() && isAtStart(view)) view.focus()
  }
  return new Plugin({
    props: {
      handleDOMEvents: {
        mousedown: move,
        touchstart: move,
        focus: settle,
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
        update(updated, before) {
          // Also one that is selected again.
          if (updated.state.selection !== before.selection) settle(updated)
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
