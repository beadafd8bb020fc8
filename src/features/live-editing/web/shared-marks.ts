/**
 * Marks of inline nodes that are no text. The binding of Yjs keeps marks of texts alone, so that the link around a
 * picture would be lost: an attribute carries them, which is kept equal to the marks.
 * https://github.com/yjs/y-prosemirror/issues/47
 */
import { Extension } from '@tiptap/core'
import { Mark, type Node as ProseNode } from '@tiptap/pm/model'
import { Plugin, type Transaction } from '@tiptap/pm/state'
import { editorNodes } from '#language/editor/index.ts'
import { MARKS } from '../shared.ts'
import { changedRange, isOfOthers } from './kept-nodes.ts'

const types = Object.entries(editorNodes).flatMap(([name, node]) => ('inline' in node ? name : []))

export const sharedMarks = Extension.create({
  name: 'sharedMarks',

  addGlobalAttributes: () => [
    { types, attributes: { [MARKS]: { default: null, rendered: false, parseHTML: () => null } } },
  ],

  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction(transactions, before, state) {
        const range = changedRange(before.doc, state.doc)
        if (!range) return null
        const isRemote = transactions.some(each => isOfOthers(each))
        const tr = isRemote ? restoreMarks(state.tr, range) : storeMarks(state.tr, range)
        return tr.docChanged ? tr : null
      },
    }),
  ],
})

/** Positions in a document. */
interface Range {
  from: number
  end: number
}

/** Gives nodes the marks that their attributes say. */
export function restoreMarks(tr: Transaction, range?: Range): Transaction {
  eachAtom(tr.doc, range, (node, position) => {
    const marks = marksIn(node)
    if (!Mark.sameSet(marks, node.marks)) tr.setNodeMarkup(position, null, node.attrs, marks)
  })
  return tr
}

/** Writes the marks of nodes into their attributes. */
export function storeMarks(tr: Transaction, range?: Range): Transaction {
  eachAtom(tr.doc, range, (node, position) => {
    if (Mark.sameSet(marksIn(node), node.marks)) return
    const marks = node.marks.length > 0 ? node.marks.map(({ type, attrs }) => ({ type: type.name, attrs })) : null
    // Leaves the node selected, unlike a new node.
    tr.setNodeAttribute(position, MARKS, marks)
  })
  return tr
}

function eachAtom(
  doc: ProseNode,
  { from, end }: Range = { from: 0, end: doc.content.size },
  work: (node: ProseNode, position: number) => void,
): void {
  doc.nodesBetween(from, end, (node, position) => {
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
