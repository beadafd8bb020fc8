import { useRef, type ReactNode } from 'react'
import { t } from '#platform/web/i18n.ts'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { MenuItem } from '#platform/web/ui/Menu.tsx'
import { useEditor, useEditorState } from '../../store/useEditor.ts'
import { commands, runCommand, type Command, type CommandId } from '../../tools/commands.ts'
import { sayKeys } from './shortcut.ts'

interface CommandProps {
  id: CommandId
  /** 16 px. */
  icon?: ReactNode
}

/** A command in a menu; a menu is drawn when it opens, so that what is possible is known then. */
export function CommandItem({ id, icon, isDangerous }: CommandProps & { isDangerous?: boolean }) {
  const editor = useEditor()
  const { name, shortcut, isPossible }: Command = commands[id]
  return (
    <MenuItem
      label={t(name)}
      {...(icon ? { icon } : {})}
      {...(shortcut ? { shortcut: sayKeys(shortcut) } : {})}
      isDangerous={isDangerous ?? false}
      isDisabled={!isPossible(editor)}
      onAction={() => runCommand(editor, id)}
    />
  )
}

/** A command as a button of a toolbar. */
export function CommandButton({ id, icon, label, size }: CommandProps & { label?: string; size?: 'small' }) {
  const editor = useEditor()
  const { name, shortcut, isPossible }: Command = commands[id]
  const isEnabled = useIsPossible(isPossible)
  return (
    <IconButton
      label={label ?? t(name)}
      {...(shortcut ? { shortcut: sayKeys(shortcut) } : {})}
      {...(size ? { size } : {})}
      isDisabled={!isEnabled}
      onPress={() => runCommand(editor, id)}
    >
      {icon}
    </IconButton>
  )
}

/** Whether a command is possible now. Asked only when what it may depend on changed: dragging and zooming must not wait for buttons. */
function useIsPossible(isPossible: Command['isPossible']): boolean {
  const last = useRef<{ on: readonly unknown[]; answer: boolean } | null>(null)
  return useEditorState((state, editor) => {
    if (last.current && state.preview) return last.current.answer
    const on = [state.document, state.pageId, state.selection, state.isReadOnly]
    if (!last.current?.on.every((part, index) => part === on[index])) last.current = { on, answer: isPossible(editor) }
    return last.current.answer
  })
}
