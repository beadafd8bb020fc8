import { useSyncExternalStore } from 'react'

let isOpen = false
const listeners = new Set<() => void>()

/** Opens or closes the dialog of recently viewed pages; the menu entry and the keys share it. */
export function showRecentlyViewed(open: boolean): void {
  isOpen = open
  for (const listener of listeners) listener()
}

export function useRecentlyViewedShown(): boolean {
  return useSyncExternalStore(listener => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, () => isOpen)
}
