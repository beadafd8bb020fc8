import type { Editor } from '@tiptap/core'
import type { Node as ProseNode } from '@tiptap/pm/model'
import { Selection } from '@tiptap/pm/state'
import { fromEditor, type EditorNode } from '#language/editor/index.ts'
import { serialise } from '#language/serialise.ts'

/** Storage format of a short text without empty lines at its end; empty for one without words, pictures or the like. */
export function smallStorage(editor: Editor): string {
  if (isBlank(editor.state.doc)) return ''
  const doc = editor.getJSON() as EditorNode
  const content = [...(doc.content ?? [])]
  while (isEmptyLine(content.at(-1))) content.pop()
  return serialise(fromEditor({ ...doc, content }))
}

function isBlank(doc: ProseNode): boolean {
  let isFound = false
  doc.descendants(node => {
    isFound ||= node.isText ? (node.text ?? '').trim() !== '' : node.isAtom && node.type.name !== 'hardBreak'
    return !isFound
  })
  return !isFound
}

function isEmptyLine(node: EditorNode | undefined): boolean {
  return node?.type === 'paragraph' && (node.content ?? []).length === 0 && !node.attrs?.attributes
}

/** Adds a quote at the end and puts the cursor behind it. Each line is a paragraph of it. */
export function addQuote(editor: Editor, text: string): void {
  const { doc, tr, schema } = editor.state
  const { blockquote, paragraph } = schema.nodes
  if (!blockquote || !paragraph) return
  const lines = text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
  const last = doc.lastChild
  const from = last?.type === paragraph && last.content.size === 0 ? doc.content.size - last.nodeSize : doc.content.size
  const quoted = lines.map(line => paragraph.create(null, schema.text(line)))
  tr.replaceWith(from, doc.content.size, [blockquote.create(null, quoted), paragraph.create()])
  editor.view.dispatch(tr.setSelection(Selection.atEnd(tr.doc)).scrollIntoView())
  editor.view.focus()
}

/** Puts the cursor behind the text. */
export function focusEnd({ view }: Editor): void {
  view.dispatch(view.state.tr.setSelection(Selection.atEnd(view.state.doc)))
  view.focus()
}
