import ChevronDown from 'lucide-react/icons/chevron-down'
import type { EditorState } from '@tiptap/pm/state'
import { deleteTable } from '@tiptap/pm/tables'
import { dateLocale, t } from '#platform/web/i18n.ts'
import { Menu, MenuItem, MenuSection } from '#platform/web/ui/Menu.tsx'
import * as tables from '../tiptap/table-commands.ts'
import { areColumnsHeld } from '../tiptap/table-columns.ts'
import { areRowsHeld, isSortHeld } from '../tiptap/table-rows.ts'
import type { EditorTools } from '../tools.ts'
import { MenuButton } from './ToolButton.tsx'

interface TableItem {
  readonly label: string
  readonly command: tables.TableCommand
  /** Whether merged cells prevent it. */
  readonly isHeld?: (state: EditorState) => boolean
  readonly isDangerous?: true
}

const sort =
  (direction: 1 | -1): tables.TableCommand =>
  (...given) =>
    tables.sortRows(direction, dateLocale())(...given)

const SECTIONS: readonly { readonly title: string; readonly items: readonly TableItem[] }[] = [
  {
    title: 'Rows',
    items: [
      { label: 'Row above', command: tables.addRowBefore },
      { label: 'Row below', command: tables.addRowAfter },
      { label: 'Duplicate row', command: tables.duplicateRow, isHeld: areRowsHeld(0) },
      { label: 'Move row up', command: tables.moveRowUp, isHeld: areRowsHeld(-1) },
      { label: 'Move row down', command: tables.moveRowDown, isHeld: areRowsHeld(1) },
      { label: 'Sort ascending', command: sort(1), isHeld: isSortHeld },
      { label: 'Sort descending', command: sort(-1), isHeld: isSortHeld },
      { label: 'Header row', command: tables.toggleHeaderRow },
      { label: 'Numbered rows', command: tables.toggleRowNumbers },
      { label: 'Delete row', command: tables.deleteRow, isDangerous: true },
    ],
  },
  {
    title: 'Columns',
    items: [
      { label: 'Column before', command: tables.addColumnBefore },
      { label: 'Column after', command: tables.addColumnAfter },
      { label: 'Move column left', command: tables.moveColumnLeft, isHeld: areColumnsHeld(-1) },
      { label: 'Move column right', command: tables.moveColumnRight, isHeld: areColumnsHeld(1) },
      { label: 'Equal widths', command: tables.distributeColumns },
      { label: 'Header column', command: tables.toggleHeaderColumn },
      { label: 'Delete column', command: tables.deleteColumn, isDangerous: true },
    ],
  },
  {
    title: 'Cells',
    items: [
      { label: 'Merge cells', command: tables.mergeCells },
      { label: 'Split cell', command: tables.splitCell },
      { label: 'Header cell', command: tables.toggleHeaderCell },
    ],
  },
  { title: 'Table', items: [{ label: 'Delete table', command: deleteTable, isDangerous: true }] },
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

interface TableItemsProps {
  tools: EditorTools
  /** Title of the only section to show; all by default. */
  only?: string
}

/** Items of the open menu. Trying the commands while the user types would slow down large tables. */
export function TableItems({ tools: { editor }, only }: TableItemsProps) {
  const { state } = editor
  const run = (command: tables.TableCommand) => {
    command(editor.state, transaction => editor.view.dispatch(transaction))
    editor.commands.focus()
  }
  return SECTIONS.filter(({ title }) => only === undefined || title === only).map(({ title, items }) => (
    <MenuSection key={title} title={t(title)}>
      {items.map(({ label, command, isHeld, isDangerous }) => {
        const isDisabled = !command(state)
        return (
          <MenuItem
            key={label}
            label={t(label)}
            isDisabled={isDisabled}
            {...(isDisabled && isHeld?.(state) ? { description: t('Not possible with these merged cells') } : {})}
            {...(isDangerous ? { isDangerous } : {})}
            onAction={() => run(command)}
          />
        )
      })}
    </MenuSection>
  ))
}
