/** Lists: made of blocks, changed into another kind, and ended, within the box that they are in. */
import type { Command } from '@tiptap/core'
import type { Node as ProseNode, NodeRange, NodeType, Schema } from '@tiptap/pm/model'
import { TextSelection, type Transaction } from '@tiptap/pm/state'
import { ITEMS } from './move-block.ts'

/** Lists with the items that they consist of. */
const ITEM_OF = { bulletList: 'listItem', orderedList: 'listItem', taskList: 'taskItem' } as const

export type ListName = keyof typeof ITEM_OF

export function isList({ type: { name } }: ProseNode): boolean {
  return Object.hasOwn(ITEM_OF, name)
}

/**
 * Makes the selected blocks a list of that kind. A list of another kind changes as a whole; items of a list of that
 * kind leave it. The blocks around the list stay, such as the panel or cell that it is in.
 */
export function toggleList(name: ListName): Command {
  return ({ tr, commands }) => {
    const range = tr.selection.$from.blockRange(tr.selection.$to)
    if (!range) return false
    const around = listAround(range)
    if (around !== undefined) {
      const list = range.$from.node(around)
      return list.type.name === name ? commands.liftListItem(ITEM_OF[name]) : changeList(tr, around, name)
    }
    const blocks = blocksOf(range)
    if (!blocks.every(block => block.isTextblock)) return replaceBlocks(tr, range, name)
    asParagraphs(tr)
    return commands.toggleList(name, ITEM_OF[name])
  }
}

/** Depth of the list that has the range as one of its items or as some of them. */
function listAround({ parent, depth }: NodeRange): number | undefined {
  if (isList(parent)) return depth
  return ITEMS.has(parent.type.name) ? depth - 1 : undefined
}

/** Makes the list at that depth of the selection one of another kind, as a whole. */
function changeList(tr: Transaction, depth: number, name: ListName): boolean {
  const { $from, $to, anchor, head } = tr.selection
  const list = $from.node(depth)
  const types = typesOf(list.type.schema, name)
  tr.replaceWith($from.before(depth), $to.after(depth), types.list.create(null, itemsOf(list, types.item)))
  tr.setSelection(TextSelection.create(tr.doc, anchor, head))
  return true
}

function itemsOf(list: ProseNode, item: NodeType): ProseNode[] {
  return list.children.map(({ type, attrs, content }) => item.create(type === item ? attrs : null, content))
}

/**
 * Makes texts and lists of the range one list; other blocks stay between the lists, and so does an empty line at the
 * end. If there are only lists of that kind, they become texts.
 * @returns false if there is neither a text nor a list
 */
function replaceBlocks(tr: Transaction, range: NodeRange, name: ListName): boolean {
  const all = blocksOf(range)
  const last = all.at(-1)
  const isLineAtEnd = all.length > 1 && last?.isTextblock === true && last.content.size === 0
  const blocks = isLineAtEnd ? all.slice(0, -1) : all
  if (!blocks.some(block => block.isTextblock || isList(block))) return false
  const made = blocks.every(({ type }) => type.name === name)
    ? blocks.flatMap(list => list.children.flatMap(item => item.children))
    : asLists(blocks, name)
  tr.replaceWith(range.start, range.end - (isLineAtEnd ? last.nodeSize : 0), made)
  const end = range.start + made.reduce((size, { nodeSize }) => size + nodeSize, 0)
  tr.setSelection(TextSelection.between(tr.doc.resolve(range.start + 1), tr.doc.resolve(end - 1)))
  return true
}

function asLists(blocks: readonly ProseNode[], name: ListName): ProseNode[] {
  const made: ProseNode[] = []
  let items: ProseNode[] = []
  for (const block of blocks) {
    const { list, item } = typesOf(block.type.schema, name)
    if (block.isTextblock) items.push(item.create(null, paragraphOf(block)))
    else if (isList(block)) items.push(...itemsOf(block, item))
    else {
      if (items.length > 0) made.push(list.create(null, items))
      made.push(block)
      items = []
    }
    if (items.length > 0 && block === blocks.at(-1)) made.push(list.create(null, items))
  }
  return made
}

/** Makes headings and code of the selection paragraphs. */
function asParagraphs(tr: Transaction): void {
  const { from, to, $from } = tr.selection
  const { paragraph } = $from.doc.type.schema.nodes
  // The attributes of a macro are not those of a paragraph.
  if (paragraph)
    tr.setBlockType(from, to, paragraph, ({ type, attrs }) =>
      type === paragraph ? attrs : { attributes: type.spec.code === true ? null : attrs['attributes'] },
    )
}

function paragraphOf(block: ProseNode): ProseNode {
  const { paragraph } = block.type.schema.nodes
  if (!paragraph || block.type === paragraph) return block
  return paragraph.create(
    { attributes: block.type.spec.code === true ? null : block.attrs['attributes'] },
    block.content,
  )
}

function blocksOf({ parent, startIndex, endIndex }: NodeRange): readonly ProseNode[] {
  return parent.children.slice(startIndex, endIndex)
}

function typesOf({ nodes }: Schema, name: ListName): { list: NodeType; item: NodeType } {
  const [list, item] = [nodes[name], nodes[ITEM_OF[name]]]
  if (!list || !item) throw new Error(`The editor has no ${name}.`)
  return { list, item }
}
