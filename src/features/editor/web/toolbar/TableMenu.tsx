import ChevronDown from 'lucide-react/icons/chevron-down'
import { deleteTable } from '@tiptap/pm/tables'
import { t } from '#platform/web/i18n.ts'
import { Menu, MenuItem, MenuSeparator } from '#platform/web/ui/Menu.tsx'
import * as tables from '../tiptap/table-commands.ts'
import type { TableCommand } from '../tiptap/table-commands.ts'
import type { EditorTools } from '../tools.ts'
import { MenuButton } from './ToolButton.tsx'

const TABLE_COMMANDS: readonly (readonly (readonly [label: string, command: TableCommand])[])[] = [
  [
    ['Row above', tables.addRowBefore],
    ['Row below', tables.addRowAfter],
    ['Column before', tables.addColumnBefore],
    ['Column after', tables.addColumnAfter],
  ],
  [
    ['Merge cells', tables.mergeCells],
    ['Split cell', tables.splitCell],
    ['Header row', tables.toggleHeaderRow],
    ['Header column', tables.toggleHeaderColumn],
    ['Header cell', tables.toggleHeaderCell],
  ],
  [
    ['Delete row', tables.deleteRow],
    ['Delete column', tables.deleteColumn],
    ['Delete table', deleteTable],
  ],
]

/** Menu for the table at the cursor. */
export function TableMenu({ tools }: { tools: EditorTools }) {
  return (
    <Menu
      label={t('Table')}
      placement="bottom start"
      trigger={
        <MenuButton label={t('Table tools')}>
          <span className="ox-tool-text">{t('Table')}</span>
          <ChevronDown size={12} />
        </MenuButton>
      }
    >
      <TableItems tools={tools} />
    </Menu>
  )
}

/** Items of the open menu. Trying the commands while the user types would slow down large tables. */
function TableItems({ tools: { editor } }: { tools: EditorTools }) {
  const run = (command: TableCommand) => {
    command(editor.state, transaction => editor.view.dispatch(transaction))
    editor.commands.focus()
  }
  return TABLE_COMMANDS.flatMap((group, index) => [
    ...(index > 0 ? [<MenuSeparator key={index} />] : []),
    ...group.map(([label, command]) => (
      <MenuItem
        key={label}
        label={t(label)}
        isDisabled={!command(editor.state)}
        isDangerous={index === TABLE_COMMANDS.length - 1}
        onAction={() => run(command)}
      />
    )),
  ])
}
