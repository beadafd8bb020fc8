/**
 * Changes of the editor in the shared text. The binding compares the contents of all blocks with the shared ones when
 * the number of blocks changes, such as at Enter.
 */
import { Fragment, type Node as ProseNode } from '@tiptap/pm/model'
import { getRelativeSelection, updateYFragment, ySyncPluginKey, type ProsemirrorBinding } from '@tiptap/y-tiptap'
import type { XmlFragment } from 'yjs'

/** Unchanged blocks on each side that the binding is shown, by which it tells an insertion from a replacement. */
const NEIGHBOURS = 2

/** Has a binding compare the blocks that have changed, and a few around them, in place of all. */
export function compareChangedBlocks(binding: ProsemirrorBinding): void {
  binding._prosemirrorChanged = doc => {
    binding.doc.transact(() => {
      updateChanged(binding, doc)
      binding.beforeTransactionSelection = getRelativeSelection(binding, binding.prosemirrorView.state)
    }, ySyncPluginKey)
  }
}

function updateChanged(binding: ProsemirrorBinding, doc: ProseNode): void {
  const { mapping, type } = binding
  const [shared, blocks] = [type.toArray(), doc.children]
  const most = Math.min(shared.length, blocks.length)
  const isKept = (place: number, block: number): boolean => mapping.get(shared[place]!) === blocks[block]
  let head = 0
  while (head < most && isKept(head, head)) head++
  let tail = 0
  while (tail < most - head && isKept(shared.length - 1 - tail, blocks.length - 1 - tail)) tail++
  const from = Math.max(0, head - NEIGHBOURS)
  const behind = Math.max(0, tail - NEIGHBOURS)
  const range = rangeOf(type, from, shared.length - behind)
  updateYFragment(binding.doc, range, doc.copy(Fragment.fromArray(blocks.slice(from, blocks.length - behind))), binding)
  mapping.delete(range)
  mapping.set(type, doc)
}

/** The children of a fragment from one index to before another, with what the binding calls of a fragment. */
function rangeOf(type: XmlFragment, from: number, to: number): XmlFragment {
  const range: Pick<XmlFragment, 'toArray' | 'get' | 'slice' | 'insert' | 'delete'> = {
    toArray: () => type.slice(from, to),
    get: index => type.get(from + index),
    slice: (start = 0, end = to - from) => type.slice(from + start, from + end),
    insert: (index, content) => type.insert(from + index, content),
    delete: (index, length) => type.delete(from + index, length),
  }
  return range as XmlFragment
}
