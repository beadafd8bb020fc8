import { describe, expect, it } from 'vitest'
import { sayKeys } from './shortcut.ts'

describe('keys of a shortcut', () => {
  it.each([
    ['Ctrl+Shift+G', 'Ctrl+Shift+G', '⌘⇧G'], ['Ctrl++', 'Ctrl++', '⌘+'], ['Ctrl+-', 'Ctrl+-', '⌘-'], ['+', '+', '+'],
    ['Alt+ArrowRight', 'Alt+→', '⌥→'], ['Delete', 'Delete', 'Delete'],
  ])('%s', (keys, elsewhere, onMac) => {
    expect(sayKeys(keys, false)).toBe(elsewhere)
    expect(sayKeys(keys, true)).toBe(onMac)
  })
})
