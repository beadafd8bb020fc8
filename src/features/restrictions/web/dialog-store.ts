import { useSyncExternalStore } from 'react'

let isOpen = false
const listeners = new Set<() => void>()

/** Opens or closes the restrictions dialog of the page that is shown; its button and its menu entry share it. */
export function showRestrictions(open: boolean): void {
  isOpen = open
  for (const listener of listeners) listener()
}

export function useRestrictionsShown(): boolean {
  return useSyncExternalStore(listener => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, () => isOpen)
}
