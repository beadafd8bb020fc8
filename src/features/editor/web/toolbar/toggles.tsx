import Bold from 'lucide-react/icons/bold'
import Italic from 'lucide-react/icons/italic'
import Link from 'lucide-react/icons/link'
import List from 'lucide-react/icons/list'
import ListOrdered from 'lucide-react/icons/list-ordered'
import type { ChainedCommands, Editor } from '@tiptap/core'
import { t } from '#platform/web/i18n.ts'
import { toggleList } from '../tiptap/lists.ts'
import type { EditorTools } from '../tools.ts'
import { ToolButton } from './ToolButton.tsx'

/** A tool that is on where the cursor is in what it makes. */
export interface Toggle {
  /** Name of the mark or node. */
  name: string
  label: string
  keys: string
  Icon: typeof Bold
  run: (chain: ChainedCommands) => ChainedCommands
}

export const BOLD: Toggle = {
  name: 'bold',
  label: 'Bold',
  keys: 'Mod-b',
  Icon: Bold,
  run: chain => chain.toggleMark('bold'),
}
export const ITALIC: Toggle = {
  name: 'italic',
  label: 'Italic',
  keys: 'Mod-i',
  Icon: Italic,
  run: chain => chain.toggleMark('italic'),
}
export const BULLETS: Toggle = {
  name: 'bulletList',
  label: 'Bullet list',
  keys: 'Mod-Shift-8',
  Icon: List,
  run: chain => chain.command(toggleList('bulletList')),
}
export const NUMBERS: Toggle = {
  name: 'orderedList',
  label: 'Numbered list',
  keys: 'Mod-Shift-7',
  Icon: ListOrdered,
  run: chain => chain.command(toggleList('orderedList')),
}

/** Whether the text at the cursor may have a mark: code has none. Of several blocks, some may. */
function mayHave({ state: { schema, selection } }: Editor, name: string): boolean {
  const mark = schema.marks[name]
  const { $from, $to } = selection
  const { type } = $from.parent
  return !mark || !$from.sameParent($to) || !type.inlineContent || type.allowsMarkType(mark)
}

/** Buttons of toggles; shown again with the editor's state by who shows them. */
export function Toggles({ editor, toggles }: { editor: Editor; toggles: readonly Toggle[] }) {
  return toggles.map(({ name, label, keys, Icon, run }) => (
    <ToolButton
      key={name}
      label={t(label)}
      keys={keys}
      isActive={editor.isActive(name)}
      isDisabled={!mayHave(editor, name)}
      onPress={() => run(editor.chain().focus()).run()}
    >
      <Icon />
    </ToolButton>
  ))
}

/** Opens the dialog of links; shown again with the editor's state by who shows it. */
export function LinkTool({ tools }: { tools: EditorTools }) {
  const { editor } = tools
  return (
    <ToolButton
      label={t('Link')}
      keys="Mod-k"
      isActive={editor.isActive('link') || editor.isActive('wikiLink')}
      isDisabled={!mayHave(editor, 'link')}
      onPress={() => tools.open('link')}
    >
      <Link />
    </ToolButton>
  )
}
