import { getSchema } from '@tiptap/core'
import { Node as ProseNode } from '@tiptap/pm/model'
import { type Command, EditorState, TextSelection } from '@tiptap/pm/state'
import { CellSelection } from '@tiptap/pm/tables'
import { parse } from '#language/index.ts'
import { toEditor } from '#language/editor/index.ts'
import { boxNames } from '#language/testing.ts'
import { schemaExtensions } from '../web/tiptap/schema.ts'
import { storageOf } from '../web/tiptap/storage.ts'
import { tablePlugin } from '../web/tiptap/table-grid.ts'

export { schemaExtensions, storageOf }

/** The schema of the editor. */
export const schema = getSchema(schemaExtensions())

/** A page's text as the editor's document. */
export const docOf = (storage: string): ProseNode => ProseNode.fromJSON(schema, toEditor(parse(storage), boxNames))

/** The state of an editor without its view, with the plugin that keeps tables in shape. */
export const stateOf = (storage: string): EditorState =>
  EditorState.create({ doc: docOf(storage), plugins: [tablePlugin] })

/** The state with the cells from one text to another selected, or the cursor before a text. */
export function cellsSelected(storage: string, from: string, to = from): EditorState {
  const state = stateOf(storage)
  const places = new Map<string, number>()
  state.doc.descendants((node, at) => {
    if (node.text !== undefined) places.set(node.text, at)
  })
  const [a = 0, b = 0] = [from, to].map(text => places.get(text))
  const cellOf = (at: number) => state.doc.resolve(at).before(-1)
  const selection =
    from === to ? TextSelection.create(state.doc, a) : CellSelection.create(state.doc, cellOf(a), cellOf(b))
  return state.apply(state.tr.setSelection(selection))
}

/** The storage format after a command; undefined if it does not apply. */
export function storageAfter(state: EditorState, command: Command): string | undefined {
  let after: string | undefined
  const applies = command(state, transaction => {
    after = storageOf(state.apply(transaction).doc)
  })
  return applies ? after : undefined
}
