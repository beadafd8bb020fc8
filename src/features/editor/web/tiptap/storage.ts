import type { Node as ProseNode } from '@tiptap/pm/model'
// Not via the language index, which includes the renderer.
import { serialise } from '#language/serialise.ts'
import { fromEditor, type EditorNode } from '#language/editor/index.ts'

/** The storage format that a document represents. */
export function storageOf(doc: ProseNode): string {
  return serialise(fromEditor(doc.toJSON() as EditorNode))
}
