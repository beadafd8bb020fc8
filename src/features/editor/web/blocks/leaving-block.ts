import type { Editor } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import { Fragment, Slice, type Node as ProseNode } from '@tiptap/pm/model'
import { fromEditor, type EditorNode } from '#language/editor/index.ts'
import type { TextPlace } from '#language/references.ts'
import { serialise } from '#language/serialise.ts'
import { copyOf } from '../tiptap/copies.ts'
import { ITEMS } from '../tiptap/move-block.ts'
import { movedSlice } from '../tiptap/moved.ts'
import { removeBlock, type PlacedBlock } from './movable.ts'

/** A block that moves to another page, followed while others may change the text. */
export class LeavingBlock {
  readonly #editor: Editor
  readonly #node: ProseNode
  readonly #content: ProseNode
  readonly #from: TextPlace
  #at: number
  readonly #follow = ({ transaction }: { transaction: { mapping: { map(position: number): number } } }) => {
    this.#at = transaction.mapping.map(this.#at)
  }

  /** @param from place of the text that it leaves */
  constructor(editor: Editor, { node, at }: PlacedBlock, from: TextPlace) {
    this.#editor = editor
    this.#node = node
    this.#at = at
    this.#from = from
    const { parent } = editor.state.doc.resolve(at)
    const whole = ITEMS.has(node.type.name) ? parent.type.create(parent.attrs, node) : node
    // Text without an element around it would join what is there.
    const isBare = whole.attrs['bare'] === true
    this.#content = copyOf(isBare ? whole.type.create({ ...whole.attrs, bare: false }, whole.content) : whole)
    editor.on('transaction', this.#follow)
  }

  /**
   * Storage format of the block at another place: files, links and diagrams keep their targets. Ids and the markers of
   * comments stay behind, as they are those of this page.
   */
  storageAt(to: TextPlace): string {
    const { content } = movedSlice(new Slice(Fragment.from(this.#content), 0, 0), this.#from, to)
    return serialise(fromEditor({ type: 'doc', content: content.toJSON() as EditorNode[] }))
  }

  /** Removes the block, as one step of undo. @returns false if it has been changed or removed meanwhile */
  remove(): boolean {
    if (this.#editor.isDestroyed) return false
    const { state, view } = this.#editor
    if (this.#at > state.doc.content.size || !state.doc.nodeAt(this.#at)?.eq(this.#node)) return false
    view.dispatch(closeHistory(removeBlock(state.tr, this.#at)).scrollIntoView())
    return true
  }

  /** Ends following the block. */
  stop(): void {
    this.#editor.off('transaction', this.#follow)
  }
}
