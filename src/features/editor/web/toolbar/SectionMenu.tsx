import ChevronDown from 'lucide-react/icons/chevron-down'
import type { Command } from '@tiptap/pm/state'
import { t } from '#platform/web/i18n.ts'
import { Menu, MenuItem, MenuSection, MenuSeparator } from '#platform/web/ui/Menu.tsx'
import {
  changeSection,
  deleteSection,
  moveSection,
  sectionAt,
  sectionTypeOf,
  unwrapSection,
} from '../tiptap/sections.ts'
import type { EditorTools } from '../tools.ts'
import { ColumnsIcon, SECTION_KINDS } from './section-types.tsx'
import { MenuButton } from './ToolButton.tsx'

const PLACES: readonly (readonly [label: string, command: Command])[] = [
  ['Move section up', moveSection(-1)],
  ['Move section down', moveSection(1)],
]

/** Menu for the layout section at the cursor. */
export function SectionMenu({ tools: { editor } }: { tools: EditorTools }) {
  const { state } = editor
  const found = sectionAt(state)
  if (!found) return null
  const run = (command: Command) => {
    command(editor.state, transaction => editor.view.dispatch(transaction))
    editor.commands.focus()
  }
  const current = sectionTypeOf(found.section)
  return (
    <Menu
      label={t('Section')}
      placement="bottom start"
      trigger={
        <MenuButton label={t('Section tools')}>
          <span className="ox-tool-text">{t('Section')}</span>
          <ChevronDown size={12} />
        </MenuButton>
      }
    >
      <MenuSection title={t('Columns')}>
        {SECTION_KINDS.map(({ type, label, widths }) => (
          <MenuItem
            key={type}
            label={t(label)}
            icon={<ColumnsIcon widths={widths} />}
            isChecked={type === current}
            onAction={() => run(changeSection(type))}
          />
        ))}
      </MenuSection>
      <MenuSeparator />
      {PLACES.map(([label, command]) => (
        <MenuItem key={label} label={t(label)} isDisabled={!command(state)} onAction={() => run(command)} />
      ))}
      <MenuSeparator />
      <MenuItem label={t('Remove section, keep its content')} onAction={() => run(unwrapSection)} />
      <MenuItem label={t('Delete section')} isDangerous onAction={() => run(deleteSection)} />
    </Menu>
  )
}
