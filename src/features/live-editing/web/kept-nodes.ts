/**
 * Changes of others as changes of what they have changed. The binding replaces the whole text at each of them, with new
 * nodes: positions that are mapped through it are lost, and the view compares all nodes with its own at every key.
 */
import { Extension } from '@tiptap/core'
import type { Node as ProseNode } from '@tiptap/pm/model'
import { type EditorState, Plugin, Selection, type Transaction } from '@tiptap/pm/state'
import { ReplaceStep } from '@tiptap/pm/transform'
import { ySyncPluginKey, type ProsemirrorBinding } from '@tiptap/y-tiptap'
import { XmlElement, type XmlFragment } from 'yjs'
import { compareChangedBlocks } from './changed-blocks.ts'

/** Nodes of the editor by those of the shared text. */
type Mapping = ProsemirrorBinding['mapping']

export const keptNodes = Extension.create({
  name: 'keptNodes',

  dispatchTransaction({ transaction, next }) {
    const { state } = this.editor
    const small = isOfOthers(transaction) ? changeOnly(state, transaction) : undefined
    next(small ?? transaction)
    const binding = small && bindingOf(state)
    if (binding) adopt(binding.mapping, binding.type, transaction.doc, small.doc)
  },

  addProseMirrorPlugins: () => [
    new Plugin({
      view({ state }) {
        const binding = bindingOf(state)
        if (binding) {
          // It would forget the nodes of what has not changed, too.
          binding.mapping.clear = () => undefined
          compareChangedBlocks(binding)
        }
        return {}
      },
    }),
  ],
})

const bindingOf = (state: EditorState): ProsemirrorBinding | undefined =>
  (ySyncPluginKey.getState(state) as { binding?: ProsemirrorBinding } | undefined)?.binding

/** Whether a transaction brings a change of the shared text into the editor: of others, or undo. */
export function isOfOthers(transaction: Transaction): boolean {
  const change: unknown = transaction.getMeta(ySyncPluginKey)
  return typeof change === 'object' && change !== null && 'isChangeOrigin' in change && change.isChangeOrigin === true
}

/** The range that differs between two documents, by its end in each; undefined for none. */
export function changedRange(
  { content: before }: ProseNode,
  { content: after }: ProseNode,
): { from: number; endBefore: number; end: number } | undefined {
  const from = before.findDiffStart(after)
  const ends = from === null ? null : before.findDiffEnd(after)
  if (from === null || ends === null) return undefined
  // Both searches may match the same repeated text.
  const overlap = Math.max(0, from - Math.min(ends.a, ends.b))
  return { from, endBefore: ends.a + overlap, end: ends.b + overlap }
}

/**
 * A transaction with the same result that replaces only what differs, which may be nothing; undefined if there is no
 * such transaction.
 */
function changeOnly({ doc, tr }: EditorState, whole: Transaction): Transaction | undefined {
  const range = changedRange(doc, whole.doc)
  if (range) tr.maybeStep(new ReplaceStep(range.from, range.endBefore, whole.doc.slice(range.from, range.end)))
  if (!tr.doc.eq(whole.doc)) return undefined
  tr.setSelection(Selection.fromJSON(tr.doc, whole.selection.toJSON()))
  for (const key of [ySyncPluginKey, 'addToHistory'] as const) tr.setMeta(key, whole.getMeta(key))
  return whole.scrolledIntoView ? tr.scrollIntoView() : tr
}

/** Tells the binding which of the nodes that it has made the editor has others for, with the same content. */
function adopt(mapping: Mapping, type: XmlFragment, made: ProseNode, kept: ProseNode): void {
  if (made === kept) return
  mapping.set(type, kept)
  const keptOf = new Map(made.children.map((child, index) => [child, kept.child(index)]))
  for (const child of type.toArray()) {
    const own = mapping.get(child)
    if (Array.isArray(own))
      mapping.set(
        child,
        own.map(text => keptOf.get(text) ?? text),
      )
    else if (own && child instanceof XmlElement) adopt(mapping, child, own, keptOf.get(own) ?? own)
  }
}
