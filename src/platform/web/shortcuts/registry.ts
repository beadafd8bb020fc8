import { useEffectEvent, useLayoutEffect } from 'react'
import { hasModal } from '../modal.ts'
import { navigateTo } from '../navigation.ts'
import { isMac } from './is-mac.ts'
import { ShortcutMatcher } from './matcher.ts'

export interface ShortcutDefinition {
  /** Unique name, e.g. `page.edit`. */
  id: string
  /** See `Binding.keys` of the matcher. */
  keys: string
  /** What it does, as the list of shortcuts shows it (a key of i18n). */
  label: string
  /** Heading in the list of shortcuts (a key of i18n). */
  group: string
  /** Where it goes, or what it does; `run` may return false to let the press through. */
  href?: string
  run?: () => unknown
  /** Also while a text field has the focus (for combinations with `mod`). */
  whileTyping?: boolean
}

/** Users who speak to their computer, or whose hands are not steady, turn single-key shortcuts off (WCAG 2.1.4). */
const OFF_KEY = 'oxbow.shortcuts.off'

const active: ShortcutDefinition[] = []

/** Adds shortcuts for as long as they are needed. Returns a function that removes them. */
export function registerShortcuts(definitions: readonly ShortcutDefinition[]): () => void {
  active.push(...definitions)
  return () => {
    for (const definition of definitions) {
      const index = active.lastIndexOf(definition)
      if (index >= 0) active.splice(index, 1)
    }
  }
}

/** All shortcuts that work now; where two have the same keys, only the one that wins. */
export function activeShortcuts(): ShortcutDefinition[] {
  const byKeys = new Map(active.map(definition => [definition.keys, definition]))
  return [...byKeys.values()]
}

/** A shortcut that works while the calling component is shown. */
export function useShortcut(definition: Omit<ShortcutDefinition, 'run'>, run: () => unknown): void {
  const { id, keys, label, group, whileTyping } = definition
  const handler = useEffectEvent(run)
  // As soon as the component is seen: what is pressed then must not be lost.
  useLayoutEffect(
    () => registerShortcuts([{ id, keys, label, group, run: () => handler(), ...(whileTyping ? { whileTyping } : {}) }]),
    [id, keys, label, group, whileTyping],
  )
}

/** Whether shortcuts of a single key work on this device. */
export function shortcutsEnabled(): boolean {
  return localStorage.getItem(OFF_KEY) !== 'true'
}

/** Turns shortcuts of a single key on or off, for this device. */
export function setShortcutsEnabled(enabled: boolean): void {
  if (enabled) localStorage.removeItem(OFF_KEY)
  else localStorage.setItem(OFF_KEY, 'true')
}

/** Listens to the keyboard of the document. Returns a function that ends it. */
export function startShortcuts(): () => void {
  const matcher = new ShortcutMatcher({ isMac: isMac() })
  const listener = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.repeat) return
    if (hasModal()) return matcher.reset()
    const typing = isTyping(event.target)
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
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true
  if (target instanceof HTMLInputElement) {
    return !['button', 'checkbox', 'radio', 'submit', 'reset', 'range', 'file'].includes(target.type)
  }
  // In a menu or a list, letters search its entries.
  return target.closest('[role=textbox], [role=menu], [role=listbox], [role=tree]') !== null
}
