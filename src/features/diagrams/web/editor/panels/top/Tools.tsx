import Hand from 'lucide-react/icons/hand'
import MousePointer2 from 'lucide-react/icons/mouse-pointer-2'
import Redo2 from 'lucide-react/icons/redo-2'
import Spline from 'lucide-react/icons/spline'
import Type from 'lucide-react/icons/type'
import Undo2 from 'lucide-react/icons/undo-2'
import { t } from '#platform/web/i18n.ts'
import { useEditor, useEditorState } from '../../store/useEditor.ts'
import { runCommand } from '../../tools/commands.ts'
import { CommandButton } from '../parts/CommandItem.tsx'
import { WordButton } from './WordButton.tsx'

/** Tool buttons. */
export function Tools() {
  const editor = useEditor()
  const kind = useEditorState(({ tool }) => tool.kind)
  const isReadOnly = useEditorState(state => state.isReadOnly)
  const tools = [
    {
      id: 'select',
      command: 'toolSelect',
      label: t('Select'),
      shortcut: 'V',
      icon: <MousePointer2 size={18} />,
      draws: false,
    },
    {
      id: 'pan',
      command: 'toolPan',
      label: t('Move the view'),
      shortcut: 'H',
      icon: <Hand size={18} />,
      draws: false,
    },
    {
      id: 'connector',
      command: 'toolConnector',
      label: t('Connector'),
      shortcut: 'L',
      icon: <Spline size={18} />,
      draws: true,
    },
    { id: 'text', command: 'toolText', label: t('Text'), shortcut: 'T', icon: <Type size={18} />, draws: true },
  ] as const
  return (
    <div className="ox-de-tools" role="group" aria-label={t('Tools')}>
      {tools.map(tool => (
        <WordButton
          key={tool.id}
          label={tool.label}
          word={tool.id === 'connector' ? tool.label : undefined}
          shortcut={tool.shortcut}
          aria-pressed={kind === tool.id}
          isActive={kind === tool.id}
          isDisabled={isReadOnly && tool.draws}
          onPress={() => runCommand(editor, tool.command)}
        >
          {tool.icon}
        </WordButton>
      ))}
    </div>
  )
}

/** Undo and redo with the names of their steps. */
export function Steps() {
  const undo = useEditorState(state => state.undo.at(-1))
  const redo = useEditorState(state => state.redo.at(-1))
  return (
    <div className="ox-de-tools" role="group" aria-label={t('Undo and redo')}>
      <CommandButton
        id="undo"
        label={undo ? t('Undo: {{step}}', { step: t(undo) }) : t('Undo')}
        icon={<Undo2 size={18} />}
      />
      <CommandButton
        id="redo"
        label={redo ? t('Redo: {{step}}', { step: t(redo) }) : t('Redo')}
        icon={<Redo2 size={18} />}
      />
    </div>
  )
}
