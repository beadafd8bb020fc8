import { useSyncExternalStore } from 'react'
import { PAGE_WIDTH_COOKIE } from '../../page-links.ts'

const YEAR_S = 365 * 24 * 60 * 60
const listeners = new Set<() => void>()
let full: boolean | undefined

/** How wide the reader has pages now. */
export function currentPageWidth(): 'normal' | 'full' {
  return isFull() ? 'full' : 'normal'
}

function isFull(): boolean {
  full ??= document.cookie.split('; ').includes(`${PAGE_WIDTH_COOKIE}=full`)
  return full
}

function set(next: boolean): void {
  full = next
  // A cookie, so that the server draws the page at this width at once.
  document.cookie = `${PAGE_WIDTH_COOKIE}=${next ? 'full' : ''}; path=/; max-age=${next ? YEAR_S : 0}; samesite=lax`
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** How wide the reader wants pages, and a switch. */
export function usePageWidth(): { width: 'normal' | 'full'; toggle: () => void } {
  const wide = useSyncExternalStore(subscribe, isFull)
  return { width: wide ? 'full' : 'normal', toggle: () => set(!wide) }
}
