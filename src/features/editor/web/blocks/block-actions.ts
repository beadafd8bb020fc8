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

const added = new WeakMap<Editor, Set<BlockAction>>()

/** Adds an action for the blocks of a text with words. @returns a function that removes it */
export function addBlockAction(editor: Editor, action: BlockAction): () => void {
  const actions = added.get(editor) ?? new Set()
  added.set(editor, actions.add(action))
  return () => {
    actions.delete(action)
  }
}

export const blockActions = (editor: Editor): readonly BlockAction[] => [...(added.get(editor) ?? [])]
