import { useSyncExternalStore } from 'react'

export interface SharedFlag {
  /** Its value, kept current. */
  use: () => boolean
  set: (value: boolean) => void
}

/** A yes or no, at first no, that several components share: a dialog that a button and a menu entry open. */
export function sharedFlag(): SharedFlag {
  let current = false
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    use: () => useSyncExternalStore(subscribe, () => current),
    set(value) {
      current = value
      for (const listener of listeners) listener()
    },
  }
}
