import { useSyncExternalStore } from 'react'

export interface Shared<T> {
  get: () => T
  set: (value: T) => void
  /** Hook with the current value. */
  use: () => T
  /** Adds a change listener. Returns a cleanup function. */
  subscribe: (listener: () => void) => () => void
}

/** Value shared by components and other code, such as an open dialog. */
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
