import { Extension } from '@tiptap/core'

/**
 * Keys of undo and redo, which are taken where there is nothing to undo too: the browser would undo by itself, and what
 * others typed.
 */
export const undoKeys = Extension.create({
  name: 'undoKeys',
  priority: 1001,
  addKeyboardShortcuts() {
    const { editor } = this
    const undo = () => editor.commands.undo() || true
    const redo = () => editor.commands.redo() || true
    return { 'Mod-z': undo, 'Mod-y': redo, 'Shift-Mod-z': redo }
  },
})
