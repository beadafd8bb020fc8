/** Whether diagrams are shown on a dark sheet: in the dark theme, unless the reader wants the stored colours. */
import { useSyncExternalStore } from 'react'

const KEY = 'ox-diagram-sheet'
const STORED = 'stored'

const listeners = new Set<() => void>()
let queried: MediaQueryList | undefined
const media = () => (queried ??= matchMedia('(prefers-color-scheme: dark)'))
let wantsStored: boolean | undefined
let watch: MutationObserver | undefined

/** Whether the page is read dark. */
export function isReadDark(): boolean {
  const { theme } = document.documentElement.dataset
  return theme === 'dark' || (theme !== 'light' && media().matches)
}

export function isDarkSheet(): boolean {
  return isReadDark() && !hasStoredColours()
}

/** Whether diagrams keep their colours in the dark theme; stored in this browser. */
export function hasStoredColours(): boolean {
  if (wantsStored === undefined) {
    try {
      wantsStored = localStorage.getItem(KEY) === STORED
    } catch {
      // A browser without storage.
      wantsStored = false
    }
  }
  return wantsStored
}

export function setStoredColours(isWanted: boolean): void {
  wantsStored = isWanted
  try {
    if (isWanted) localStorage.setItem(KEY, STORED)
    else localStorage.removeItem(KEY)
  } catch {
    // It holds until the page is left.
  }
  tell()
}

/** Calls a listener when {@link isDarkSheet} or {@link isReadDark} may have changed. @returns cleanup function */
export function onDarkSheet(listener: () => void): () => void {
  if (listeners.size === 0) {
    media().addEventListener('change', tell)
    watch = new MutationObserver(tell)
    watch.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    media().removeEventListener('change', tell)
    watch?.disconnect()
  }
}

function tell(): void {
  for (const listener of listeners) listener()
}

export function useDarkSheet(): boolean {
  return useSyncExternalStore(onDarkSheet, isDarkSheet)
}

export function useReadDark(): boolean {
  return useSyncExternalStore(onDarkSheet, isReadDark)
}
