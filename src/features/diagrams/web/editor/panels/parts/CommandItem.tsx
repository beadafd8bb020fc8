import { useRef, type ReactNode } from 'react'
import { t } from '#platform/web/i18n.ts'
import { IconButton } from '#platform/web/ui/IconButton.tsx'
import { MenuItem } from '#platform/web/ui/Menu.tsx'
import { useEditor, useEditorState } from '../../store/useEditor.ts'
import { commands, runCommand, type Command, type CommandId } from '../../tools/commands.ts'
import { shortcutLabel } from '../../tools/shortcut.ts'

interface CommandProps {
  id: CommandId
  /** 16 px. */
  icon?: ReactNode
}

/** A command in a menu, enabled by the state when the menu opens. */
export function CommandItem({ id, icon, isDangerous }: CommandProps & { isDangerous?: boolean }) {
  const editor = useEditor()
  const { name, shortcut, isPossible }: Command = commands[id]
  return (
    <MenuItem
      label={t(name)}
      {...(icon ? { icon } : {})}
      {...(shortcut ? { shortcut: shortcutLabel(shortcut) } : {})}
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
      {...(shortcut ? { shortcut: shortcutLabel(shortcut) } : {})}
      {...(size ? { size } : {})}
      isDisabled={!isEnabled}
      onPress={() => runCommand(editor, id)}
    >
      {icon}
    </IconButton>
  )
}

/**
 * Whether a command is possible; recomputed only when its inputs change, so that buttons do not slow dragging and
 * zooming.
 */
function useIsPossible(isPossible: Command['isPossible']): boolean {
  const last = useRef<{ on: readonly unknown[]; answer: boolean } | null>(null)
  return useEditorState((state, editor) => {
    if (last.current && state.preview) return last.current.answer
    const on = [state.document, state.pageId, state.selection, state.isReadOnly]
    if (!last.current?.on.every((part, index) => part === on[index])) last.current = { on, answer: isPossible(editor) }
    return last.current.answer
  })
}
