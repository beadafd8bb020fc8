import { useState } from 'react'
import { t } from '../i18n.ts'
import { isMac } from '../shortcuts/is-mac.ts'
import { activeShortcuts, setShortcutsEnabled, shortcutsEnabled } from '../shortcuts/registry.ts'
import { Switch } from '../ui/Choices.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ShortcutGroups } from '../ui/ShortcutGroups.tsx'
import css from './ShortcutHelp.module.css'
import { shortcutHelpShown } from './shortcut-help-shown.ts'

/** Active shortcuts by group. */
export default function ShortcutHelp() {
  const [enabled, setEnabled] = useState(shortcutsEnabled)
  const groups = [...Map.groupBy(activeShortcuts(), shortcut => shortcut.group)].map(([group, shortcuts]) => ({
    title: t(group),
    rows: shortcuts.map(({ label, keys }) => ({ label: t(label), keys: <Keys keys={keys} /> })),
  }))
  return (
    <Dialog title={t('Keyboard shortcuts')} onClose={() => shortcutHelpShown.set(false)} width={640}>
      <Switch
        isSelected={enabled}
        onChange={value => {
          setShortcutsEnabled(value)
          setEnabled(value)
        }}
        description={t('Turn this off if single keys get in the way of your speech input or keyboard.')}
      >
        {t('Use shortcuts of a single key')}
      </Switch>
      <div className={css.groups}>
        <ShortcutGroups groups={groups} />
      </div>
    </Dialog>
  )
}

const NAMES: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Enter: '↵',
  shift: '⇧',
}

/** Keys of a shortcut: `g d` → G then D. */
function Keys({ keys }: { keys: string }) {
  const names = { ...NAMES, mod: isMac() ? '⌘' : 'Ctrl', alt: isMac() ? '⌥' : 'Alt' } as Record<string, string>
  return keys.split(' ').map((press, index) => (
    <span key={`${index}:${press}`}>
      {index > 0 && <> {t('then')} </>}
      {press.split(/\+(?=.)/).map(key => (
        <kbd key={key}>{names[key] ?? (key.length === 1 ? key.toUpperCase() : key)}</kbd>
      ))}
    </span>
  ))
}
