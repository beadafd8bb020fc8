/** Keys that move and duplicate the blocks of the selection. */
import { Extension } from '@tiptap/core'
import type { Node as ProseNode, ResolvedPos } from '@tiptap/pm/model'
import type { Command } from '@tiptap/pm/state'
import { copyOf } from './copies.ts'
import { moveRowDown, moveRowUp } from './table-commands.ts'

export const moveBlock = Extension.create({
  name: 'moveBlock',
  addKeyboardShortcuts() {
    const run = (command: Command) => () => {
      const { state, view } = this.editor
      return command(state, transaction => view.dispatch(transaction.scrollIntoView()))
    }
    return {
      'Alt-Shift-ArrowUp': run(moveAtCursor(-1)),
      'Alt-Shift-ArrowDown': run(moveAtCursor(1)),
      'Mod-Shift-d': run(duplicateBlocks),
    }
  },
})

/** Parts of tables and layouts, which separate commands move. */
export const FIXED: ReadonlySet<string> = new Set([
  'tableRow',
  'tableCell',
  'tableHeader',
  'layoutSection',
  'layoutCell',
])
export const ITEMS: ReadonlySet<string> = new Set(['listItem', 'taskItem'])

/** Neighbouring blocks with the same parent. */
interface Blocks {
  from: number
  to: number
  parent: ProseNode
  /** Indices in the parent; the second one is not included. */
  first: number
  last: number
}

/** Moves the blocks of the selection, or the rows of a table of whose cells they are the only blocks. */
function moveAtCursor(direction: 1 | -1): Command {
  return (state, dispatch) => {
    if (!isInRow(state.selection)) return moveBlocks(direction)(state, dispatch)
    const moveRow = direction < 0 ? moveRowUp : moveRowDown
    moveRow(state, dispatch)
    return true
  }
}

/** Changes places with the neighbour above or below: items within their list, blocks within what holds them. */
export function moveBlocks(direction: 1 | -1): Command {
  return ({ tr, selection }, dispatch) => {
    const blocks = blocksOf(selection, direction)
    // The key is taken at the end too: it would select text otherwise.
    if (!blocks) return true
    const { from, to, parent, first, last } = blocks
    if (direction < 0) {
      const above = parent.child(first - 1)
      tr.insert(to, above).delete(from - above.nodeSize, from)
    } else {
      const below = parent.child(last)
      tr.delete(to, to + below.nodeSize).insert(from, below)
    }
    dispatch?.(tr)
    return true
  }
}

interface Selected {
  $from: ResolvedPos
  $to: ResolvedPos
}

/** Innermost selected blocks that have a neighbour; those that are alone in their parent move with it. */
function blocksOf(selected: Selected, direction: 1 | -1): Blocks | undefined {
  for (const blocks of around(selected)) {
    const { parent, first, last } = blocks
    const neighbour = parent.maybeChild(direction < 0 ? first - 1 : last)
    // The first block of an item is its text: behind another one it would be below the item's list.
    if (neighbour && direction < 0 && first === 1 && ITEMS.has(parent.type.name)) return undefined
    if (neighbour) return isLastLine(neighbour, parent) ? undefined : blocks
    if (parent.childCount > last - first) return undefined
  }
  return undefined
}

/** Whether the innermost selected part that has neighbours is a row. */
function isInRow({ $from, $to }: Selected): boolean {
  for (let depth = $from.sharedDepth($to.pos); depth > 0; depth--) {
    const parent = $from.node(depth)
    if (parent.type.name === 'table') return parent.childCount > 1
    if (!parent.isTextblock && parent.type.name !== 'tableRow' && parent.childCount > 1) return false
  }
  return false
}

/** Selected blocks from the innermost out. */
function* around({ $from, $to }: Selected): Generator<Blocks> {
  for (let depth = $from.sharedDepth($to.pos); depth >= 0; depth--) {
    const parent = $from.node(depth)
    if (parent.isTextblock || !parent.firstChild?.isBlock) continue
    const [first, end] = [$from.index(depth), $to.indexAfter(depth)]
    const last = Math.max(end, first + 1)
    // An item moves as a whole, with the list below it.
    if (ITEMS.has(parent.type.name) && first === 0) continue
    if (FIXED.has(parent.child(first).type.name)) continue
    const from = $from.posAtIndex(first, depth)
    yield { from, to: $from.posAtIndex(last, depth), parent, first, last }
  }
}

/** Whether a block is the empty line at the end of a page, which is not stored. */
export function isLastLine(block: ProseNode, parent: ProseNode): boolean {
  return block === parent.lastChild && block.attrs['filler'] === true && block.content.size === 0
}

export const duplicateBlocks: Command = ({ tr, selection, doc }, dispatch) => {
  const [blocks] = around(selection)
  if (!blocks) return false
  const { from, to } = blocks
  const copies: ProseNode[] = []
  doc.slice(from, to).content.forEach(node => copies.push(copyOf(node)))
  // In front, so that the cursor goes on in the later one.
  dispatch?.(tr.insert(from, copies))
  return true
}
