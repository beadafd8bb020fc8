import { closeHistory } from '@tiptap/pm/history'
import { TextSelection, type Transaction } from '@tiptap/pm/state'
import { isLastLine, ITEMS } from '../tiptap/move-block.ts'
import type { DropPlace } from './movable.ts'

/**
 * Puts the cursor into an empty line beside a block: in the block if it is one, in the one that is there, or in a new
 * one. In a list, the line is an item.
 * @returns undefined if no line can be there
 */
export function lineBeside(tr: Transaction, { at, side }: DropPlace): Transaction | undefined {
  const block = tr.doc.nodeAt(at)
  const { paragraph } = tr.doc.type.schema.nodes
  if (!block || !paragraph) return undefined
  const cursorIn = (position: number) =>
    closeHistory(tr.setSelection(TextSelection.near(tr.doc.resolve(position + 1), 1)))
  if (block.type === paragraph && block.content.size === 0) return cursorIn(at)
  const place = side === 'after' ? at + block.nodeSize : at
  const $place = tr.doc.resolve(place)
  const { parent, nodeAfter } = $place
  if (side === 'after' && nodeAfter && isLastLine(nodeAfter, parent)) return cursorIn(place)
  const line = ITEMS.has(block.type.name) ? block.type.createAndFill() : paragraph.create()
  if (!line || !parent.canReplaceWith($place.index(), $place.index(), line.type)) return undefined
  tr.insert(place, line)
  return cursorIn(place)
}
