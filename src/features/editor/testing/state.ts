import { getSchema } from '@tiptap/core'
import { Node as ProseNode } from '@tiptap/pm/model'
import { EditorState } from '@tiptap/pm/state'
import { parse, serialise } from '#language/index.ts'
import { fromEditor, toEditor, type EditorNode } from '#language/editor/index.ts'
import { boxNames } from '#language/testing.ts'
import { tablePlugin } from '../web/tiptap/table-grid.ts'
import { schemaExtensions } from '../web/tiptap/schema.ts'

export { schemaExtensions }

/** The schema of the editor. */
export const schema = getSchema(schemaExtensions())

/** A page's text as the editor's document. */
export const docOf = (storage: string): ProseNode => ProseNode.fromJSON(schema, toEditor(parse(storage), boxNames))

/** The storage format that a document represents. */
export const storageOf = (doc: ProseNode): string => serialise(fromEditor(doc.toJSON() as EditorNode))

/** The state of an editor without its view, with the plugin that keeps tables in shape. */
export const stateOf = (storage: string): EditorState =>
  EditorState.create({ doc: docOf(storage), plugins: [tablePlugin] })
