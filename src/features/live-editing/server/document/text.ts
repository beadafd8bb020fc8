import * as Y from 'yjs'
import { parse, serialise } from '#language/index.ts'
import { fromEditor, toEditor, type EditorDocument } from '#language/editor/index.ts'
import { writeDocument, writeTitle } from './change.ts'
import { readDocument, titleOf } from './tree.ts'

/** Title and storage format of a page. */
export interface PageText {
  title: string
  storage: string
}

/** Makes a shared document of a text. @param boxes names of the macros whose body is edited */
export function documentOf(text: PageText, boxes: ReadonlySet<string>): Y.Doc {
  const doc = new Y.Doc()
  writeText(doc, text, boxes)
  return doc
}

/** Changes a shared document to a text. */
export function writeText(doc: Y.Doc, { title, storage }: PageText, boxes: ReadonlySet<string>): void {
  doc.transact(() => {
    writeTitle(doc, title)
    writeDocument(doc, withLastLine(toEditor(parse(storage), boxes)))
  })
}

/** The text that a shared document holds. */
export function textOf(doc: Y.Doc): PageText {
  return { title: titleOf(doc).toJSON(), storage: serialise(fromEditor(readDocument(doc))) }
}

/** A page always ends in an empty line, which is not stored. */
function withLastLine(doc: EditorDocument): EditorDocument {
  const content = doc.content ?? []
  if (content.at(-1)?.type === 'paragraph') return doc
  return { ...doc, content: [...content, { type: 'paragraph', attrs: { filler: true } }] }
}
