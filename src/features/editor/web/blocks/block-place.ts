/** Blocks on the screen: the one at a point, and where its handle is. */
import type { EditorView } from '@tiptap/pm/view'
import { ITEMS } from '../tiptap/move-block.ts'
import { blocksAround, type PlacedBlock } from './movable.ts'

/** Width of the handle with its distance from the block, in px. */
export const GUTTER = 26
/** Distance of the pointer from the text within which blocks have handles, in px. */
const REACH = 60

export interface HandlePlace {
  readonly left: number
  readonly top: number
}

/** The innermost block at a point, or at whose handle the point is. */
export function blockAt(view: EditorView, x: number, y: number): PlacedBlock | undefined {
  const { left, right, top, bottom } = view.dom.getBoundingClientRect()
  if (x < left - REACH || x > right + REACH || y < top || y > bottom) return undefined
  // At the handle, the text is to the right of the point.
  for (const probe of [x, x + GUTTER]) {
    const found = view.posAtCoords({ left: Math.min(Math.max(probe, left + 1), right - 1), top: y })
    if (!found) continue
    const { doc } = view.state
    const inside = found.inside >= 0 && doc.nodeAt(found.inside)?.isAtom ? found.inside : found.pos
    const block = blocksAround(doc, inside).find(each => isWithin(view, each, x, y, left))
    if (block) return block
  }
  return undefined
}

function isWithin(view: EditorView, block: PlacedBlock, x: number, y: number, textLeft: number): boolean {
  const box = boxOf(view, block)
  if (!box || y < box.top - GAP || y > box.bottom + GAP) return false
  // Beside the text there is no other block.
  return x <= box.right && (x >= box.left - GUTTER || box.left <= textLeft + 1)
}

/** Half of the distance between blocks, in px. */
const GAP = 12

/** Box of a block; that of an item begins at its list, left of its marker. */
export function boxOf(view: EditorView, { node, at }: PlacedBlock): DOMRect | undefined {
  const element = view.nodeDOM(at)
  if (!(element instanceof HTMLElement)) return undefined
  const box = element.getBoundingClientRect()
  const list = ITEMS.has(node.type.name) ? element.parentElement?.getBoundingClientRect() : undefined
  return list ? new DOMRect(list.left, box.top, box.right - list.left, box.height) : box
}

/** Place of the handle, beside the first line of the block. @param size of the handle, in px */
export function handlePlace(view: EditorView, block: PlacedBlock, size: number): HandlePlace | undefined {
  const box = boxOf(view, block)
  if (!box) return undefined
  const line = firstLine(view, block)
  const middle = line ? (line.top + line.bottom) / 2 : box.top + size / 2 + 2
  return { left: Math.max(0, box.left - GUTTER), top: middle - size / 2 }
}

function firstLine(view: EditorView, { node, at }: PlacedBlock): { top: number; bottom: number } | undefined {
  let inside = at + 1
  for (let inner = node; !inner.isTextblock; inside++) {
    if (!ITEMS.has(inner.type.name) || !inner.firstChild) return undefined
    inner = inner.firstChild
  }
  return view.coordsAtPos(inside, 1)
}
