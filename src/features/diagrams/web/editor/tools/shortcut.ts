import { t } from '#platform/web/i18n.ts'
import { isMac } from '#platform/web/shortcuts/is-mac.ts'

const MAC: Readonly<Record<string, string>> = { Ctrl: '⌘', Shift: '⇧', Alt: '⌥' }
const ARROWS: Readonly<Record<string, string>> = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓' }

/** A shortcut such as `Ctrl+Shift+G` in this platform's notation. */
export function shortcutLabel(keys: string, onMac: boolean = isMac()): string {
  // The last part may be the plus itself.
  const parts = keys.split(/\+(?!$)/).map(part => ARROWS[part] ?? part)
  if (onMac) return parts.map(part => MAC[part] ?? part).join('')
  return parts.map(part => (part.length > 1 ? t(part) : part)).join('+')
}
