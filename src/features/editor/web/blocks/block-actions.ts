/** Actions that other features add to the menu of a block. */
import type { Editor } from '@tiptap/core'
import type { ComponentType } from 'react'

export interface BlockAction {
  /** i18n key. */
  readonly label: string
  readonly keys?: string
  readonly Icon: ComponentType
  /** Called with the text of the block selected. */
  readonly run: () => void
}

const NONE: readonly BlockAction[] = []
const added = new WeakMap<Editor, readonly BlockAction[]>()
const listeners = new Set<() => void>()

/** Adds an action for the blocks of a text with words. @returns a function that removes it */
export function addBlockAction(editor: Editor, action: BlockAction): () => void {
  change(editor, [...blockActions(editor), action])
  return () =>
    change(
      editor,
      blockActions(editor).filter(each => each !== action),
    )
}

export const blockActions = (editor: Editor): readonly BlockAction[] => added.get(editor) ?? NONE

/** Adds a listener for actions that come and go: features may add theirs after a dialog is open. */
export function onBlockActions(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(editor: Editor, actions: readonly BlockAction[]): void {
  added.set(editor, actions)
  for (const listener of listeners) listener()
}
