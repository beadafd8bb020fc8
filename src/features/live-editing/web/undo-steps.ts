/** Keys and steps of undo in a shared text. */
import { Extension } from '@tiptap/core'
import { EditorState, Plugin, Selection, type Transaction } from '@tiptap/pm/state'
import { ReplaceStep } from '@tiptap/pm/transform'
import type { EditorView } from '@tiptap/pm/view'
import { ySyncPluginKey, yUndoPluginKey } from '@tiptap/y-tiptap'
import type { UndoManager } from 'yjs'
import { SEPARATE_STEP } from './separate-step.ts'

/**
 * Undo and redo of what this user did. The keys are taken where there is nothing to undo too: the browser would undo by
 * itself, and what others typed. Typing on is one step, as without others; any other change is a step for itself, which
 * the library would join with what happened in the half second before.
 */
export const undoSteps = Extension.create({
  name: 'undoSteps',
  priority: 1001,

  addKeyboardShortcuts() {
    const { editor } = this
    const undo = () => editor.commands.undo() || true
    const redo = () => editor.commands.redo() || true
    return { 'Mod-z': undo, 'Mod-y': redo, 'Shift-Mod-z': redo }
  },

  addProseMirrorPlugins() {
    /** End of the text that was typed last; undefined after any other change. */
    let typedTo: number | undefined
    /** Composition of the last change, such as the letters of a field. */
    let composition: unknown
    /** State before the step that is made now. */
    let before: EditorState | undefined
    return [
      new Plugin({
        view: view => {
          const manager = undoManagerOf(view.state)
          const added = ({ stackItem, type }: StackEvent) => stackItem.meta.set(BEFORE, type === 'undo' ? before : last)
          let last: EditorState | undefined
          const popped = ({ stackItem }: StackEvent) => restoreSelection(view, stackItem.meta.get(BEFORE))
          manager?.on('stack-item-added', added)
          manager?.on('stack-item-popped', popped)
          return {
            update: (_view, previous) => {
              last = previous
            },
            destroy() {
              manager?.off('stack-item-added', added)
              manager?.off('stack-item-popped', popped)
            },
          }
        },
        // Before the change: afterwards it would be a part of the step already.
        filterTransaction(transaction, state) {
          if (!transaction.docChanged || transaction.getMeta(ySyncPluginKey) !== undefined) return true
          const typed = transaction.getMeta(SEPARATE_STEP) === true ? undefined : typedIn(transaction)
          const continues = typed !== undefined && typedTo !== undefined && typed.from <= typedTo && typed.to >= typedTo
          const isComposed = composition !== undefined && transaction.getMeta('composition') === composition
          composition = transaction.getMeta('composition')
          if (!continues && !isComposed) {
            undoManagerOf(state)?.stopCapturing()
            before = state
          }
          typedTo = typed?.end
          return true
        },
      }),
    ]
  },
})

const BEFORE = Symbol('state before')

interface StackEvent {
  stackItem: { meta: Map<unknown, unknown> }
  type: 'undo' | 'redo'
}

/** Selects what was selected before a step, if the text is the same again: the library may find another place. */
function restoreSelection(view: EditorView, before: unknown): void {
  if (!(before instanceof EditorState) || !view.state.doc.eq(before.doc)) return
  const selection = Selection.fromJSON(view.state.doc, before.selection.toJSON())
  if (!selection.eq(view.state.selection)) view.dispatch(view.state.tr.setSelection(selection))
}

/** The place of text that was typed or deleted within a block, and its end afterwards. */
function typedIn({ steps }: Transaction): { from: number; to: number; end: number } | undefined {
  const [step] = steps
  if (steps.length !== 1 || !(step instanceof ReplaceStep)) return undefined
  const { from, to, slice } = step
  const isText = slice.openStart === 0 && slice.openEnd === 0 && slice.content.childCount <= 1
  const only = slice.content.firstChild
  return isText && (!only || only.isText) ? { from, to, end: from + slice.size } : undefined
}

/** The manager of undo of an editor on a shared text. */
export function undoManagerOf(state: EditorState): UndoManager | undefined {
  return (yUndoPluginKey.getState(state) as { undoManager?: UndoManager } | undefined)?.undoManager
}
