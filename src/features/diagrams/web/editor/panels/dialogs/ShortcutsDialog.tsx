import { t } from '#platform/web/i18n.ts'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { ShortcutGroups } from '#platform/web/ui/ShortcutGroups.tsx'
import { commands, type Command } from '../../tools/commands.ts'
import { shortcutLabel } from '../../tools/shortcut.ts'

interface Group {
  title: string
  rows: readonly (readonly [keys: string, name: string])[]
}

/** Modifier keys during pointer actions. */
const WITH_POINTER: Group = {
  title: 'With the pointer',
  rows: [
    ['Space bar', 'Move the view while dragging'],
    ['Shift', 'Keep the proportions, or the direction'],
    ['Alt', 'Resize about the middle, or leave a copy behind'],
    ['Ctrl', 'Do not snap'],
    ['Ctrl+Wheel', 'Zoom'],
    ['Shift+Click', 'Select another one as well'],
  ],
}
const BY_KEYS: Group = {
  title: 'Without the pointer',
  rows: [
    ['Tab', 'Next object'],
    ['Shift+Tab', 'Previous object'],
    ['Arrow keys', 'Move by the grid, or by a pixel without one'],
    ['Shift+Arrow keys', 'Move by a pixel, or by ten without a grid'],
    ['A…Z', 'Write in what is selected; with nothing selected, choose a tool'],
    ['R Enter', 'Draw a shape'],
    ['Ctrl+J Tab Enter', 'Connect the selected shape with another'],
    ['Ctrl+. Arrow keys', 'Move a handle of what is selected'],
    ['Shift+F10', 'Menu of what is selected'],
    ['H Arrow keys', 'Move the view'],
    ['Escape', 'Back to selecting'],
    ['Escape Tab', 'Leave the canvas'],
  ],
}

/** Keyboard reference. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const own: Group = {
    title: 'Commands',
    rows: Object.values<Command>(commands).flatMap(({ name, shortcut }) =>
      shortcut ? [[shortcut, name] as const] : [],
    ),
  }
  return (
    <Dialog title={t('Keyboard shortcuts')} width={760} height={620} onClose={onClose}>
      <ShortcutGroups
        groups={[BY_KEYS, own, WITH_POINTER].map(({ title, rows }) => ({
          title: t(title),
          rows: rows.map(([keys, name]) => ({ label: t(name), keys: <kbd>{shortcutLabel(keys)}</kbd> })),
        }))}
      />
    </Dialog>
  )
}
