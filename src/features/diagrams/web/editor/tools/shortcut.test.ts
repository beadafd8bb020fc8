import { describe, expect, it } from 'vitest'
import { shortcutLabel } from './shortcut.ts'

describe('keys of a shortcut', () => {
  it.each([
    ['Ctrl+Shift+G', 'Ctrl+Shift+G', '⌘⇧G'],
    ['Ctrl++', 'Ctrl++', '⌘+'],
    ['Ctrl+-', 'Ctrl+-', '⌘-'],
    ['+', '+', '+'],
    ['Alt+ArrowRight', 'Alt+→', '⌥→'],
    ['Delete', 'Delete', 'Delete'],
  ])('%s', (keys, elsewhere, onMac) => {
    expect(shortcutLabel(keys, false)).toBe(elsewhere)
    expect(shortcutLabel(keys, true)).toBe(onMac)
  })
})
