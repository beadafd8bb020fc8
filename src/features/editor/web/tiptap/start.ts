import type { Node as ProseNode } from '@tiptap/pm/model'
import { Selection } from '@tiptap/pm/state'
import type { EditorDocument } from '#language/editor/index.ts'

/**
 * The first place of a page where text stands or can be typed: a block that is shown as a whole is passed by, since the
 * first key would replace it if it were selected. The last line of a page is such a place in any case.
 */
export function startOf(doc: ProseNode): Selection {
  return Selection.findFrom(doc.resolve(0), 1, true) ?? Selection.atEnd(doc)
}

/** A page always ends in a line to write on; it is not stored as long as it is empty. */
export function withLastLine(doc: EditorDocument): EditorDocument {
  const content = doc.content ?? []
  if (content.at(-1)?.type === 'paragraph') return doc
  return { ...doc, content: [...content, { type: 'paragraph', attrs: { filler: true } }] }
}
