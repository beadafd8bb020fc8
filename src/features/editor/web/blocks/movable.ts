/** Blocks that move as a whole, by their handle. */
import type { Node as ProseNode, ResolvedPos } from '@tiptap/pm/model'
import { closeHistory } from '@tiptap/pm/history'
import { NodeSelection, Selection, type Transaction } from '@tiptap/pm/state'
import { blockSuggestionOf } from '#language/editor/index.ts'
import { FIXED, isLastLine, ITEMS } from '../tiptap/move-block.ts'

export interface PlacedBlock {
  readonly node: ProseNode
  readonly at: number
}

/** Place beside a block. */
export interface DropPlace {
  readonly at: number
  readonly side: 'before' | 'after'
}

/** Blocks with a handle that contain a position, and the one that begins there, the innermost first. */
export const blocksAround = (doc: ProseNode, position: number): PlacedBlock[] =>
  around(doc, position).flatMap(({ parent, ...block }) => (isOnlyLineOfCell(block.node, parent) ? [] : block))

/** Blocks around a position that another one may be moved beside, the innermost first. */
export const dropTargets = (doc: ProseNode, position: number): PlacedBlock[] => around(doc, position)

function around(doc: ProseNode, position: number): (PlacedBlock & { parent: ProseNode })[] {
  const $position = doc.resolve(position)
  const { nodeAfter, parent, depth: deepest } = $position
  const found: (PlacedBlock & { parent: ProseNode })[] = []
  if (nodeAfter && isMovable(nodeAfter, parent, $position.index()))
    found.push({ node: nodeAfter, at: position, parent })
  for (let depth = deepest; depth > 0; depth--) {
    const [node, outer] = [$position.node(depth), $position.node(depth - 1)]
    if (isMovable(node, outer, $position.index(depth - 1)))
      found.push({ node, at: $position.before(depth), parent: outer })
  }
  return found
}

/** The block that the menu by keyboard is for: the selected one, or the innermost at the cursor. */
export function blockAtSelection({
  doc,
  selection,
}: {
  doc: ProseNode
  selection: Selection
}): PlacedBlock | undefined {
  const at = selection instanceof NodeSelection && selection.node.isBlock ? selection.from : selection.$from.pos
  return blocksAround(doc, at)[0]
}

function isMovable(node: ProseNode, parent: ProseNode, index: number): boolean {
  if (!node.isBlock || FIXED.has(node.type.name) || isLastLine(node, parent)) return false
  // An item moves as a whole; so does a list, by its items.
  if (ITEMS.has(parent.type.name) && index === 0) return false
  return !ITEMS.has(node.firstChild?.type.name ?? '')
}

const CELLS: ReadonlySet<string> = new Set(['tableCell', 'tableHeader'])

/** A cell with one line is a part of the table rather than a place of blocks. */
const isOnlyLineOfCell = (node: ProseNode, parent: ProseNode): boolean =>
  CELLS.has(parent.type.name) && parent.childCount === 1 && node.isTextblock

/**
 * Moves a block beside another one, in one step of undo. Parents that would stay empty go, or get an empty line.
 * @returns undefined if the block cannot be there
 */
export function moveTo(tr: Transaction, from: number, { at, side }: DropPlace): Transaction | undefined {
  const node = tr.doc.nodeAt(from)
  const beside = tr.doc.nodeAt(at)
  if (!node || !beside || (at >= from && at < from + node.nodeSize)) return undefined
  const target = side === 'before' ? at : at + beside.nodeSize
  if (target === from || target === from + node.nodeSize) return undefined
  const $target = tr.doc.resolve(target)
  const moved = fitting(node, tr.doc.resolve(from), $target)
  if (!moved) return undefined
  removeBlock(tr, from)
  const place = tr.mapping.map(target, side === 'before' ? 1 : -1)
  tr.insert(place, moved)
  tr.setSelection(Selection.near(tr.doc.resolve(place + (moved.isAtom ? 0 : 1)), 1))
  return closeHistory(tr)
}

/** The block as it can stand at a position: an item as a list, a line in a list as an item. */
function fitting(node: ProseNode, $from: ResolvedPos, $target: ResolvedPos): ProseNode | undefined {
  const { parent } = $target
  const fits = (candidate: ProseNode) => parent.canReplaceWith($target.index(), $target.index(), candidate.type)
  if (ITEMS.has(node.type.name)) {
    const type = parent.firstChild?.type
    if (fits(node)) return node
    // From another kind of list.
    if (type && ITEMS.has(type.name)) return type.create(null, node.content)
    const list = $from.parent.type.create($from.parent.attrs, node)
    return fits(list) ? list : undefined
  }
  // Text without an element around it would join its new neighbours.
  const block = node.attrs['bare'] === true ? node.type.create({ ...node.attrs, bare: false }, node.content) : node
  if (fits(block)) return block
  const item = parent.firstChild?.type
  return item && ITEMS.has(item.name) && block.isTextblock ? item.create(null, block) : undefined
}

/**
 * Whether a block may move to another page, which is published at once. Not what is suggested only; and not while
 * suggestions are made, as the block would stay here, too.
 */
export function mayMoveAway({ doc }: { doc: ProseNode }, { node, at }: PlacedBlock, isSuggesting: boolean): boolean {
  const place = doc.resolve(at)
  const around = Array.from({ length: place.depth }, (_, depth) => place.node(depth + 1))
  return !isSuggesting && ![node, ...around].some(({ attrs }) => blockSuggestionOf(attrs) === 'insertion')
}

/** Removes a block, with the lists and quotes that would stay empty; any other parent gets an empty line. */
export function removeBlock(tr: Transaction, at: number): Transaction {
  const $at = tr.doc.resolve(at)
  let depth = $at.depth
  let [from, to] = [at, at + ($at.nodeAfter?.nodeSize ?? 0)]
  while (depth > 0 && $at.node(depth).childCount === 1 && isNothingAlone($at.node(depth))) {
    from = $at.before(depth)
    to = $at.after(depth)
    depth--
  }
  const parent = $at.node(depth)
  const line = parent.childCount === 1 ? parent.contentMatchAt(0).defaultType?.createAndFill() : undefined
  return line ? tr.replaceWith(from, to, line) : tr.delete(from, to)
}

const GONE_IF_EMPTY: ReadonlySet<string> = new Set([
  'bulletList',
  'orderedList',
  'taskList',
  'listItem',
  'taskItem',
  'blockquote',
  'container',
  'layout',
])

const isNothingAlone = ({ type }: ProseNode): boolean => GONE_IF_EMPTY.has(type.name)
