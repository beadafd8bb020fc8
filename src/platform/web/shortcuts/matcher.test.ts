import { describe, expect, it } from 'vitest'
import { type Binding, nameOfPress, SEQUENCE_MS, ShortcutMatcher } from './matcher.ts'

const bindings: Binding[] = [
  { id: 'edit', keys: 'e' },
  { id: 'dashboard', keys: 'g d' },
  { id: 'spaces', keys: 'g s' },
  { id: 'help', keys: '?' },
  { id: 'save', keys: 'mod+s' },
  { id: 'publish', keys: 'mod+shift+Enter' },
]

const idOf = (found: Binding | 'pending' | undefined) => (typeof found === 'object' ? found.id : found)

describe('ShortcutMatcher', () => {
  it('completes a single press', () => {
    const matcher = new ShortcutMatcher()
    expect(idOf(matcher.press({ key: 'e' }, 0, bindings))).toBe('edit')
    expect(idOf(matcher.press({ key: 'x' }, 1, bindings))).toBeUndefined()
  })

  it('completes a sequence, and either branch of it', () => {
    const matcher = new ShortcutMatcher()
    expect(idOf(matcher.press({ key: 'g' }, 0, bindings))).toBe('pending')
    expect(idOf(matcher.press({ key: 'd' }, 100, bindings))).toBe('dashboard')
    expect(idOf(matcher.press({ key: 'g' }, 200, bindings))).toBe('pending')
    expect(idOf(matcher.press({ key: 's' }, 300, bindings))).toBe('spaces')
  })

  it('forgets a sequence after a pause', () => {
    const matcher = new ShortcutMatcher()
    matcher.press({ key: 'g' }, 0, bindings)
    expect(idOf(matcher.press({ key: 'd' }, SEQUENCE_MS + 1, bindings))).toBeUndefined()
  })

  it('lets a press that breaks a sequence begin anew', () => {
    const matcher = new ShortcutMatcher()
    matcher.press({ key: 'g' }, 0, bindings)
    expect(idOf(matcher.press({ key: 'e' }, 10, bindings))).toBe('edit')
    matcher.press({ key: 'g' }, 20, bindings)
    expect(idOf(matcher.press({ key: 'g' }, 30, bindings))).toBe('pending')
    expect(idOf(matcher.press({ key: 'd' }, 40, bindings))).toBe('dashboard')
  })

  it('is not broken by the modifier that a character needs', () => {
    const matcher = new ShortcutMatcher()
    expect(matcher.press({ key: 'Shift', shiftKey: true }, 0, bindings)).toBeUndefined()
    expect(idOf(matcher.press({ key: '?', shiftKey: true }, 10, bindings))).toBe('help')
  })

  it('tells combinations from plain letters', () => {
    const matcher = new ShortcutMatcher()
    expect(idOf(matcher.press({ key: 'e', ctrlKey: true }, 0, bindings))).toBeUndefined()
    expect(idOf(matcher.press({ key: 's', ctrlKey: true }, 1, bindings))).toBe('save')
    expect(idOf(matcher.press({ key: 's', metaKey: true }, 2, bindings))).toBeUndefined()
  })

  it('reads mod as Command on a Mac', () => {
    const matcher = new ShortcutMatcher({ isMac: true })
    expect(idOf(matcher.press({ key: 's', metaKey: true }, 0, bindings))).toBe('save')
    expect(idOf(matcher.press({ key: 'Enter', metaKey: true, shiftKey: true }, 1, bindings))).toBe('publish')
    expect(idOf(matcher.press({ key: 's', ctrlKey: true }, 2, bindings))).toBeUndefined()
  })

  it('prefers the later of two with the same keys', () => {
    const matcher = new ShortcutMatcher()
    expect(idOf(matcher.press({ key: 'e' }, 0, [...bindings, { id: 'mine', keys: 'e' }]))).toBe('mine')
  })
})

describe('nameOfPress', () => {
  it('reads a letter typed with Caps Lock as that letter', () => {
    expect(nameOfPress({ key: 'E' }, false)).toBe('e')
    expect(nameOfPress({ key: 'ArrowUp', shiftKey: true }, false)).toBe('shift+ArrowUp')
    expect(nameOfPress({ key: 'z', ctrlKey: true, shiftKey: true }, false)).toBe('mod+shift+z')
  })
})
