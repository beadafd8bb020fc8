/**
 * Keys at the borders of blocks that lose something when they are merged with what is beside them: the first key selects
 * the block, so that the next one deletes it as it does any selection.
 */
import type { Node as ProseNode, ResolvedPos } from '@tiptap/pm/model'
import { type Command, NodeSelection, Plugin, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

const guarded: ReadonlySet<string> = new Set(['codeBlock', 'preformatted', 'macro', 'table', 'layout'])

interface Placed {
  readonly node: ProseNode
  readonly at: number
}

/** Target of a key at the border of the cursor's block. */
interface Border {
  /** The nodes beyond, from the outermost to the nearest text; empty at the end of a cell, column or the page. */
  readonly beyond: readonly Placed[]
  /** The nodes that the cursor is in and would leave, from the outermost. */
  readonly here: readonly Placed[]
  /** The block that ends there is a cell or column. */
  readonly isOfCell: boolean
}

/**
 * Selects the guarded block that a deleting key would merge or take apart, and does nothing at the border of a cell.
 * @param side -1 for Backspace, 1 for Delete
 */
export function selectAtBorder(side: -1 | 1): Command {
  return ({ selection, doc, tr }, dispatch) => {
    const { $from } = selection
    const border = selection instanceof TextSelection && selection.empty ? borderAt($from, side) : undefined
    if (!border) return false
    const { beyond, here, isOfCell } = border
    const next = beyond[0]
    const found =
      beyond.find(({ node }) => isGuarded(node) || (node.isAtom && !node.isTextblock)) ??
      here.find(({ node }) => isGuarded(node))
    if (!found) return isOfCell && here.length === 1
    const isEmptyLine = next?.node.isTextblock === true && !isGuarded(next.node) && next.node.content.size === 0
    if (isEmptyLine) dispatch?.(tr.delete(next.at, next.at + next.node.nodeSize).scrollIntoView())
    else dispatch?.(tr.setSelection(NodeSelection.create(doc, found.at)).scrollIntoView())
    return true
  }
}

const isGuarded = (node: ProseNode): boolean => guarded.has(node.type.name)

/** @returns undefined away from the border */
function borderAt($from: ResolvedPos, side: -1 | 1): Border | undefined {
  const { parent, depth } = $from
  if (!parent.isTextblock || $from.parentOffset !== (side < 0 ? 0 : parent.content.size)) return undefined
  let outer = depth - 1
  const isLast = (at: number) => $from.index(at) === (side < 0 ? 0 : $from.node(at).childCount - 1)
  while (outer > 0 && isLast(outer) && $from.node(outer).type.spec.isolating !== true) outer--
  const here = Array.from({ length: depth - outer }, (_, index) => {
    const at = outer + 1 + index
    return { node: $from.node(at), at: $from.before(at) }
  })
  if (isLast(outer)) return { beyond: [], here, isOfCell: outer > 0 }
  return { beyond: nearest($from, outer, side), here, isOfCell: false }
}

/** The node beside the ancestor below a depth, and the first or last of each inside of it. */
function nearest($from: ResolvedPos, depth: number, side: -1 | 1): Placed[] {
  const found: Placed[] = []
  let node = $from.node(depth).maybeChild($from.index(depth) + side)
  let at = side < 0 ? $from.before(depth + 1) - (node?.nodeSize ?? 0) : $from.after(depth + 1)
  while (node && node.isBlock) {
    found.push({ node, at })
    const child: ProseNode | null = side < 0 ? node.lastChild : node.firstChild
    at += 1 + (side < 0 ? node.content.size - (child?.nodeSize ?? 0) : 0)
    node = child
  }
  return found
}

/** Types behind a block that is selected as a whole, which the text would replace. */
export const typeBehind = new Plugin({
  props: {
    handleTextInput({ state, dispatch }: EditorView, _from, _to, text) {
      const { selection, tr } = state
      if (!(selection instanceof NodeSelection) || !selection.node.isBlock) return false
      const { $to, to } = selection
      const line = $to.parent.contentMatchAt($to.index()).defaultType
      const isEmptyLine = $to.nodeAfter?.type === line && $to.nodeAfter?.content.size === 0
      if (!isEmptyLine && line?.isTextblock) tr.insert(to, line.create())
      if (isEmptyLine || line?.isTextblock)
        dispatch(
          tr
            .setSelection(TextSelection.create(tr.doc, to + 1))
            .insertText(text)
            .scrollIntoView(),
        )
      return true
    },
  },
})
