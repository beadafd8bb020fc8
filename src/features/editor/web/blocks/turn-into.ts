import Heading1 from 'lucide-react/icons/heading-1'
import Heading2 from 'lucide-react/icons/heading-2'
import Heading3 from 'lucide-react/icons/heading-3'
import List from 'lucide-react/icons/list'
import ListOrdered from 'lucide-react/icons/list-ordered'
import ListTodo from 'lucide-react/icons/list-todo'
import Pilcrow from 'lucide-react/icons/pilcrow'
import SquareCode from 'lucide-react/icons/square-code'
import TextQuote from 'lucide-react/icons/text-quote'
import type { ChainedCommands, Editor } from '@tiptap/core'
import type { Node as ProseNode } from '@tiptap/pm/model'
import type { ComponentType } from 'react'
import { CODE } from '../tiptap/behaviour.ts'
import { isList, toggleList, type ListName } from '../tiptap/lists.ts'
import { ITEMS } from '../tiptap/move-block.ts'

/** A kind that the block at the cursor can be turned into. */
export interface BlockKind {
  readonly id: string
  readonly label: string
  readonly Icon: ComponentType
  readonly isOn: (editor: Editor) => boolean
  readonly run: (editor: Editor) => ChainedCommands
}

const heading = (level: 1 | 2 | 3, Icon: ComponentType): BlockKind => ({
  id: `h${level}`,
  label: `Heading ${level}`,
  Icon,
  isOn: editor => editor.isActive('heading', { level }),
  run: editor => asText(editor).setNode('heading', { level }),
})

const list = (id: ListName, label: string, item: string, Icon: ComponentType): BlockKind => ({
  id,
  label,
  Icon,
  isOn: editor => itemType(editor) === item && editor.isActive(id),
  run: editor => (itemType(editor) === undefined ? asText(editor) : editor.chain()).command(toggleList(id)),
})

export const BLOCK_KINDS: readonly BlockKind[] = [
  {
    id: 'paragraph',
    label: 'Normal text',
    Icon: Pilcrow,
    isOn: editor => editor.isActive('paragraph') && itemType(editor) === undefined && !editor.isActive('blockquote'),
    run: asText,
  },
  heading(1, Heading1),
  heading(2, Heading2),
  heading(3, Heading3),
  list('bulletList', 'Bullet list', 'listItem', List),
  list('orderedList', 'Numbered list', 'listItem', ListOrdered),
  list('taskList', 'Task list', 'taskItem', ListTodo),
  {
    id: 'blockquote',
    label: 'Quote',
    Icon: TextQuote,
    isOn: editor => editor.isActive('blockquote'),
    run: editor => asText(editor).wrapIn('blockquote'),
  },
  {
    id: 'codeBlock',
    label: 'Code block',
    Icon: SquareCode,
    isOn: editor => editor.isActive('codeBlock'),
    run: editor => asText(editor).setNode('codeBlock', CODE),
  },
]

/** Whether a block is text, or an item or quote that begins with text. */
export function isTurnable(block: ProseNode | null): boolean {
  if (!block || block.isTextblock) return block !== null
  const { type, firstChild } = block
  return (ITEMS.has(type.name) || type.name === 'blockquote') && firstChild?.isTextblock === true
}

/** Whether the block at the cursor has what code cannot have, such as pictures and mentions. */
export function hasMoreThanText({ state: { selection } }: Editor): boolean {
  return selection.$from.parent.children.some(({ isText, type }) => !isText && type.name !== 'hardBreak')
}

/** Type of the item that the cursor's block is in; undefined outside lists. */
function itemType({ state: { selection } }: Editor): string | undefined {
  const name = selection.$from.node(-1).type.name
  return ITEMS.has(name) ? name : undefined
}

/** Makes the block at the cursor a paragraph outside lists and quotes; what is around those stays. */
function asText(editor: Editor): ChainedCommands {
  const { $from } = editor.state.selection
  let chain = editor.chain()
  for (let depth = $from.depth - 1; depth > 0; depth--) {
    const { name } = $from.node(depth).type
    if (ITEMS.has(name)) chain = chain.liftListItem(name)
    else if (name === 'blockquote') chain = chain.lift(name)
    else if (!isList($from.node(depth))) break
  }
  const { name, spec } = $from.parent.type
  if (name === 'paragraph') return chain.updateAttributes('paragraph', { bare: false })
  // Attributes of the macro are none of a paragraph.
  return chain.setNode('paragraph', spec.code === true ? { attributes: null } : {})
}
