import ChevronDown from 'lucide-react/icons/chevron-down'
import type { Command } from '@tiptap/pm/state'
import { t } from '#platform/web/i18n.ts'
import { Menu, MenuItem, MenuSection } from '#platform/web/ui/Menu.tsx'
import {
  cellAlignmentOf,
  cellColourOf,
  setCellAlignment,
  setCellColour,
  type CellColour,
} from '../tiptap/table-cells.ts'
import type { EditorTools } from '../tools.ts'
import { AlignmentItems } from './AlignmentItems.tsx'
import { MenuButton } from './ToolButton.tsx'

interface ColourChoice {
  readonly colour: CellColour | undefined
  readonly label: string
  /** Background that readers see. */
  readonly shown: string
}

const COLOURS: readonly ColourChoice[] = [
  { colour: undefined, label: 'No colour', shown: 'transparent' },
  { colour: 'grey', label: 'Grey', shown: 'var(--ox-surface-sunken)' },
  { colour: 'red', label: 'Red', shown: 'var(--ox-danger-subtle)' },
  { colour: 'yellow', label: 'Yellow', shown: 'var(--ox-warning-subtle)' },
  { colour: 'green', label: 'Green', shown: 'var(--ox-success-subtle)' },
  { colour: 'blue', label: 'Blue', shown: 'var(--ox-info-subtle)' },
]

/** Menu for the colour and alignment of the selected cells. */
export function CellMenu({ tools }: { tools: EditorTools }) {
  return (
    <Menu
      label={t('Cell')}
      placement="bottom start"
      trigger={
        <MenuButton label={t('Cell tools')}>
          <span className="ox-tool-text">{t('Cell')}</span>
          <ChevronDown size={12} />
        </MenuButton>
      }
    >
      <CellItems tools={tools} />
    </Menu>
  )
}

function CellItems({ tools: { editor } }: { tools: EditorTools }) {
  const { state } = editor
  const run = (command: Command) => {
    command(editor.state, transaction => editor.view.dispatch(transaction))
    editor.commands.focus()
  }
  const current = cellColourOf(state)
  const alignment = cellAlignmentOf(state)
  return (
    <>
      <MenuSection title={t('Cell colour')}>
        {COLOURS.map(({ colour, label, shown }) => (
          <MenuItem
            key={label}
            label={t(label)}
            icon={<span className="ox-colour-dot" style={{ background: shown }} />}
            isChecked={colour === current}
            onAction={() => run(setCellColour(colour))}
          />
        ))}
      </MenuSection>
      <AlignmentItems current={alignment} onChoose={side => run(setCellAlignment(side))} />
    </>
  )
}
