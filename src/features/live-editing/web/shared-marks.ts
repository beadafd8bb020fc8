/**
 * Marks of inline nodes that are no text. The binding of Yjs keeps marks of texts alone, so that the link around a
 * picture would be lost: an attribute carries them, which is kept equal to the marks.
 * https://github.com/yjs/y-prosemirror/issues/47
 */
import { Extension } from '@tiptap/core'
import { Mark, type Node as ProseNode } from '@tiptap/pm/model'
import { Plugin, type Transaction } from '@tiptap/pm/state'
import { ySyncPluginKey } from '@tiptap/y-tiptap'
import { editorNodes } from '#language/editor/index.ts'
import { MARKS } from '../shared.ts'

const types = Object.entries(editorNodes).flatMap(([name, node]) => ('inline' in node ? name : []))

export const sharedMarks = Extension.create({
  name: 'sharedMarks',

  addGlobalAttributes: () => [
    { types, attributes: { [MARKS]: { default: null, rendered: false, parseHTML: () => null } } },
  ],

  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction(transactions, _before, state) {
        if (!transactions.some(({ docChanged }) => docChanged)) return null
        const isRemote = transactions.some(each => isOfOthers(each))
        const tr = isRemote ? restoreMarks(state.tr) : storeMarks(state.tr)
        return tr.docChanged ? tr : null
      },
    }),
  ],
})

function isOfOthers(transaction: Transaction): boolean {
  const change: unknown = transaction.getMeta(ySyncPluginKey)
  return typeof change === 'object' && change !== null && 'isChangeOrigin' in change && change.isChangeOrigin === true
}

/** Gives nodes the marks that their attributes say. */
export function restoreMarks(tr: Transaction): Transaction {
  eachAtom(tr.doc, (node, position) => {
    const marks = marksIn(node)
    if (!Mark.sameSet(marks, node.marks)) tr.setNodeMarkup(position, null, node.attrs, marks)
  })
  return tr
}

/** Writes the marks of nodes into their attributes. */
export function storeMarks(tr: Transaction): Transaction {
  eachAtom(tr.doc, (node, position) => {
    if (Mark.sameSet(marksIn(node), node.marks)) return
    const marks = node.marks.length > 0 ? node.marks.map(({ type, attrs }) => ({ type: type.name, attrs })) : null
    tr.setNodeMarkup(position, null, { ...node.attrs, [MARKS]: marks }, node.marks)
  })
  return tr
}

function eachAtom(doc: ProseNode, work: (node: ProseNode, position: number) => void): void {
  doc.descendants((node, position) => {
    if (node.isInline && !node.isText) work(node, position)
  })
}

function marksIn(node: ProseNode): readonly Mark[] {
  const { schema } = node.type
  const stored: unknown = node.attrs[MARKS]
  if (!Array.isArray(stored)) return Mark.none
  return Mark.setFrom(
    (stored as { type: string; attrs: Record<string, unknown> }[]).flatMap(
      ({ type, attrs }) => schema.marks[type]?.create(attrs) ?? [],
    ),
  )
}
