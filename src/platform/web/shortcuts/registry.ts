import { useEffectEvent, useLayoutEffect } from 'react'
import { hasModal } from '../modal.ts'
import { navigateTo } from '../navigation.ts'
import { isMac } from './is-mac.ts'
import { ShortcutMatcher } from './matcher.ts'

export interface ShortcutDefinition {
  /** Unique, e.g. `page.edit`. */
  id: string
  /** See `Binding.keys` of the matcher. */
  keys: string
  /** i18n key in the shortcut list. */
  label: string
  /** Group heading (i18n key). */
  group: string
  /** Target or handler; `run` may return false to ignore the press. */
  href?: string
  run?: () => unknown
  /** Also in text fields (combinations with `mod`). */
  whileTyping?: boolean
}

/** Setting to disable single-key shortcuts for speech input and tremor (WCAG 2.1.4). */
const OFF_KEY = 'oxbow.shortcuts.off'

const active: ShortcutDefinition[] = []

/** Registers shortcuts. Returns a cleanup function. */
export function registerShortcuts(definitions: readonly ShortcutDefinition[]): () => void {
  active.push(...definitions)
  return () => {
    for (const definition of definitions) {
      const index = active.lastIndexOf(definition)
      if (index >= 0) active.splice(index, 1)
    }
  }
}

/** Active shortcuts without overridden ones. */
export function activeShortcuts(): ShortcutDefinition[] {
  const byKeys = new Map(active.map(definition => [definition.keys, definition]))
  return [...byKeys.values()]
}

/** Shortcut of a mounted component. */
export function useShortcut(definition: Omit<ShortcutDefinition, 'run'>, run: () => unknown): void {
  const { id, keys, label, group, whileTyping } = definition
  const handler = useEffectEvent(run)
  // In layout, so that early presses are not lost.
  useLayoutEffect(
    () =>
      registerShortcuts([{ id, keys, label, group, run: () => handler(), ...(whileTyping ? { whileTyping } : {}) }]),
    [id, keys, label, group, whileTyping],
  )
}

/** Whether single-key shortcuts are enabled on this device. */
export function shortcutsEnabled(): boolean {
  return localStorage.getItem(OFF_KEY) !== 'true'
}

/** Enables or disables single-key shortcuts on this device. */
export function setShortcutsEnabled(enabled: boolean): void {
  if (enabled) localStorage.removeItem(OFF_KEY)
  else localStorage.setItem(OFF_KEY, 'true')
}

/** Listens to the keyboard. Returns a cleanup function. */
export function startShortcuts(): () => void {
  const matcher = new ShortcutMatcher({ isMac: isMac() })
  const listener = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.repeat) return
    const typing = isTyping(event.target)
    const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
    if ((typing && isText) || hasModal()) return matcher.reset()
    const usable = active.filter(
      ({ keys, whileTyping }) => (typing ? whileTyping : true) && (keys.includes('mod+') || shortcutsEnabled()),
    )
    const found = matcher.press(event, event.timeStamp, usable)
    if (found === undefined || found === 'pending') return
    const definition = usable.findLast(({ id, keys }) => id === found.id && keys === found.keys)
    if (!definition) return
    if (definition.run?.() === false) return
    event.preventDefault()
    if (definition.href) navigateTo(definition.href)
  }
  document.addEventListener('keydown', listener)
  return () => document.removeEventListener('keydown', listener)
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true
  if (target instanceof HTMLInputElement) {
    return !['button', 'checkbox', 'radio', 'submit', 'reset', 'range', 'file'].includes(target.type)
  }
  // Letters search in menus and lists.
  return target.closest('[role=textbox], [role=menu], [role=listbox], [role=tree]') !== null
}
