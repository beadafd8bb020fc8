import { useSyncExternalStore } from 'react'

export interface Shared<T> {
  get: () => T
  set: (value: T) => void
  /** Its value, kept current in the component that asks. */
  use: () => T
  /** Calls back after each change. Returns a function that stops it. */
  subscribe: (listener: () => void) => () => void
}

/** A value that components and other code share, such as whether a dialog is open. */
export function shared<T>(initial: T): Shared<T> {
  let current = initial
  const listeners = new Set<() => void>()
  const get = () => current
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    get,
    set(value) {
      if (Object.is(value, current)) return
      current = value
      for (const listener of listeners) listener()
    },
    use: () => useSyncExternalStore(subscribe, get, get),
    subscribe,
  }
}
