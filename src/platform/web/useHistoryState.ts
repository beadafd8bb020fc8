import { useEffect, useState } from 'react'

/** Stored states; the oldest are dropped. */
const MOST = 200
const states = new Map<string, unknown>()

/**
 * Screen state, such as a filter, restored when the user returns to this history entry.
 * @param name unique on the screen
 */
export function useHistoryState<T>(name: string, initial: T): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => {
    const key = keyOf(name)
    return states.has(key) ? (states.get(key) as T) : initial
  })
  useEffect(() => {
    const key = keyOf(name)
    states.delete(key)
    states.set(key, value)
    for (const oldest of states.keys()) {
      if (states.size <= MOST) break
      states.delete(oldest)
    }
  }, [name, value])
  return [value, setValue]
}

/** The router keys each history entry. */
function keyOf(name: string): string {
  return `${(history.state as { __TSR_key?: string } | null)?.__TSR_key ?? ''} ${name}`
}
