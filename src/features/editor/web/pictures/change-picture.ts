import type { Node as ProseNode } from '@tiptap/pm/model'
import { type EditorState, NodeSelection, type Transaction } from '@tiptap/pm/state'
import { changeImage, type ImageChange } from '#language/editor/index.ts'

interface Changed {
  readonly state: EditorState
  readonly view?: { dispatch: (transaction: Transaction) => void }
  readonly dispatch?: (transaction: Transaction) => void
}

export interface SelectedPicture {
  readonly node: ProseNode
  readonly at: number
}

/** The selected picture. */
export function selectedPicture({ selection }: EditorState): SelectedPicture | undefined {
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'image') return undefined
  return { node: selection.node, at: selection.from }
}

/** Changes the picture at a position, in one step. A selected picture stays selected. */
export function changePicture(editor: Changed, at: number, change: ImageChange): void {
  const { state } = editor
  const node = state.doc.nodeAt(at)
  if (node?.type.name !== 'image') return
  const before = String(node.attrs['source'])
  const source = changeImage(before, change)
  if (source === before) return
  const transaction = state.tr.setNodeAttribute(at, 'source', source)
  if (selectedPicture(state)?.at === at) transaction.setSelection(NodeSelection.create(transaction.doc, at))
  const target = editor.view ?? editor
  target.dispatch?.(transaction)
}
