import ChevronDown from 'lucide-react/icons/chevron-down'
import Image from 'lucide-react/icons/image'
import ListTodo from 'lucide-react/icons/list-todo'
import Plus from 'lucide-react/icons/plus'
import Redo from 'lucide-react/icons/redo-2'
import Smile from 'lucide-react/icons/smile'
import Table from 'lucide-react/icons/table'
import Type from 'lucide-react/icons/type'
import Underline from 'lucide-react/icons/underline'
import Undo from 'lucide-react/icons/undo-2'
import { Button } from 'react-aria-components/Button'
import { t } from '#platform/web/i18n.ts'
import { Slot } from '#platform/web/slots.tsx'
import { Menu, MenuItem, MenuSection, MenuSeparator } from '#platform/web/ui/Menu.tsx'
import type {} from '../slots.ts'
import type { EditorTools } from '../tools.ts'
import { toggleList } from '../tiptap/lists.ts'
import { AlignmentItems } from './AlignmentItems.tsx'
import { alignmentOf, setAlignment, setColour, TEXT_COLOURS } from './formatting.ts'
import { ContextTools } from './ContextTools.tsx'
import { GROUPS, insertCommands, insertTable } from './commands.ts'
import { keyNames, MenuButton, ToolButton } from './ToolButton.tsx'
import { ToolRow } from './ToolRow.tsx'
import { BOLD, BULLETS, ITALIC, LinkTool, NUMBERS, Toggles, type Toggle } from './toggles.tsx'
import { useEditorValue, usePlaceState } from './use-state.ts'

export function EditorToolbar({ tools }: { tools: EditorTools }) {
  const { editor } = tools
  usePlaceState(tools)
  const mayUndo = useEditorValue(tools, state => tools.session.steps(state).undo > 0)
  const mayRedo = useEditorValue(tools, state => tools.session.steps(state).redo > 0)
  return (
    <ToolRow label={t('Formatting')} lead={<StyleMenu tools={tools} />} context={<ContextTools tools={tools} />}>
      <span className="ox-tool-gap" />
      <Toggles editor={editor} toggles={MARKS} />
      <MoreFormatting tools={tools} />
      <span className="ox-tool-gap" />
      <Toggles editor={editor} toggles={LISTS} />
      <span className="ox-tool-gap" />
      <InsertTools tools={tools} />
      <span className="ox-tool-gap" />
      <ToolButton
        label={t('Undo')}
        keys="Mod-z"
        isDisabled={!mayUndo}
        onPress={() => editor.chain().focus().undo().run()}
      >
        <Undo />
      </ToolButton>
      <ToolButton
        label={t('Redo')}
        keys="Mod-Shift-z"
        isDisabled={!mayRedo}
        onPress={() => editor.chain().focus().redo().run()}
      >
        <Redo />
      </ToolButton>
      <Slot
        name="editor.tools"
        context={{ contentId: tools.session.view.id, editor, Button: ToolButton, hasKeys: true }}
      />
    </ToolRow>
  )
}

const MARKS: readonly Toggle[] = [
  BOLD,
  ITALIC,
  {
    name: 'underline',
    label: 'Underline',
    keys: 'Mod-u',
    Icon: Underline,
    run: chain => chain.toggleMark('underline'),
  },
]
const LISTS: readonly Toggle[] = [
  BULLETS,
  NUMBERS,
  {
    name: 'taskList',
    label: 'Task list',
    keys: 'Mod-Shift-9',
    Icon: ListTodo,
    run: chain => chain.command(toggleList('taskList')),
  },
]

function InsertTools({ tools }: { tools: EditorTools }) {
  const { editor } = tools
  return (
    <>
      <LinkTool tools={tools} />
      <ToolButton label={t('Picture or file')} onPress={() => tools.open('image')}>
        <Image />
      </ToolButton>
      <ToolButton label={t('Table')} isActive={editor.isActive('table')} onPress={() => insertTable(editor)}>
        <Table />
      </ToolButton>
      <ToolButton label={t('Emoji')} onPress={() => tools.open('emoji')}>
        <Smile />
      </ToolButton>
      <Menu
        label={t('Insert')}
        placement="bottom start"
        trigger={
          <MenuButton label={t('Insert')}>
            <Plus />
            <ChevronDown size={12} />
          </MenuButton>
        }
      >
        <InsertItems tools={tools} />
      </Menu>
    </>
  )
}

/** Entries of the insert menu; made when it is opened. */
function InsertItems({ tools }: { tools: EditorTools }) {
  const groups = Map.groupBy(insertCommands(tools), ({ group }) => group)
  return [...groups].map(([group, commands]) => (
    <MenuSection key={group} title={t(GROUPS[group])}>
      {commands.map(({ id, label, hint, Icon, run }) => (
        <MenuItem
          key={id}
          label={label}
          icon={<Icon />}
          onAction={() => run(tools)}
          {...(hint ? { shortcut: hint } : {})}
        />
      ))}
    </MenuSection>
  ))
}

const LEVELS = [1, 2, 3, 4, 5, 6] as const

function StyleMenu({ tools: { editor } }: { tools: EditorTools }) {
  const level = LEVELS.find(candidate => editor.isActive('heading', { level: candidate }))
  const current = level
    ? t(`Heading ${level}`)
    : editor.isActive('codeBlock')
      ? t('Code block')
      : editor.isActive('preformatted')
        ? t('Preformatted')
        : t('Normal text')
  return (
    <Menu
      label={t('Style of the paragraph')}
      placement="bottom start"
      trigger={
        <Button className="ox-tool ox-tool-style" aria-label={t('Style of the paragraph: {{name}}', { name: current })}>
          <span>{current}</span>
          <ChevronDown size={12} />
        </Button>
      }
    >
      <MenuItem
        label={t('Normal text')}
        shortcut={keyNames('Mod-Alt-0')}
        isChecked={editor.isActive('paragraph')}
        onAction={() => editor.chain().focus().setNode('paragraph').run()}
      />
      {LEVELS.map(candidate => (
        <MenuItem
          key={candidate}
          label={t(`Heading ${candidate}`)}
          shortcut={keyNames(`Mod-Alt-${candidate}`)}
          isChecked={level === candidate}
          onAction={() => editor.chain().focus().setNode('heading', { level: candidate }).run()}
        />
      ))}
      <MenuItem
        label={t('Preformatted')}
        isChecked={editor.isActive('preformatted')}
        onAction={() => editor.chain().focus().setNode('preformatted').run()}
      />
      <MenuItem
        label={t('Quote')}
        shortcut={keyNames('Mod-Shift-b')}
        isChecked={editor.isActive('blockquote')}
        onAction={() => editor.chain().focus().toggleWrap('blockquote').run()}
      />
    </Menu>
  )
}

const MORE = [
  ['strike', 'Strikethrough', 'Mod-Shift-s'],
  ['code', 'Code', 'Mod-e'],
  ['subscript', 'Subscript', 'Mod-,'],
  ['superscript', 'Superscript', 'Mod-.'],
] as const

function MoreFormatting({ tools: { editor } }: { tools: EditorTools }) {
  const alignment = alignmentOf(editor)
  return (
    <Menu
      label={t('More formatting')}
      placement="bottom start"
      trigger={
        <MenuButton label={t('More formatting')}>
          <Type />
          <ChevronDown size={12} />
        </MenuButton>
      }
    >
      {MORE.map(([name, label, keys]) => (
        <MenuItem
          key={name}
          label={t(label)}
          shortcut={keyNames(keys)}
          isChecked={editor.isActive(name)}
          onAction={() => editor.chain().focus().toggleMark(name).run()}
        />
      ))}
      <MenuItem label={t('Clear formatting')} onAction={() => editor.chain().focus().unsetAllMarks().run()} />
      <MenuSeparator />
      <MenuSection title={t('Text colour')}>
        {TEXT_COLOURS.map(({ label, value }) => (
          <MenuItem
            key={label}
            label={t(label)}
            icon={<span className="ox-colour-dot" style={{ background: value ?? 'transparent' }} />}
            onAction={() => setColour(editor, value)}
          />
        ))}
      </MenuSection>
      <AlignmentItems current={alignment} onChoose={side => setAlignment(editor, side)} />
    </Menu>
  )
}
