import { useSyncExternalStore } from 'react'

let open = false
const listeners = new Set<() => void>()

export function openShortcutHelp(): void {
  set(true)
}

export function closeShortcutHelp(): void {
  set(false)
}

export function useShortcutHelpOpen(): boolean {
  return useSyncExternalStore(subscribe, () => open)
}

function set(value: boolean): void {
  open = value
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
