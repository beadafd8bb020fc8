import type { Node as ProseNode } from '@tiptap/pm/model'
import { Selection } from '@tiptap/pm/state'
import type { EditorDocument } from '#language/editor/index.ts'

/**
 * First text position of a page. Atoms are skipped, since typing would replace them; the trailing empty line always
 * qualifies.
 */
export function startOf(doc: ProseNode): Selection {
  return Selection.findFrom(doc.resolve(0), 1, true) ?? Selection.atEnd(doc)
}

/** A page always ends in an empty line, which is not stored. */
export function withLastLine(doc: EditorDocument): EditorDocument {
  const content = doc.content ?? []
  if (content.at(-1)?.type === 'paragraph') return doc
  return { ...doc, content: [...content, { type: 'paragraph', attrs: { filler: true } }] }
}
