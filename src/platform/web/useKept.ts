import { useEffect, useState } from 'react'

/** States that are remembered; the oldest are forgotten. */
const MOST = 200
const kept = new Map<string, unknown>()

/**
 * State of a screen, such as the words that narrow a list: as long as the document lives, who comes back to this entry of the
 * browser's history finds it as they left it. @param name unique on the screen
 */
export function useKept<T>(name: string, initial: T): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => {
    const key = keyOf(name)
    return kept.has(key) ? (kept.get(key) as T) : initial
  })
  useEffect(() => {
    const key = keyOf(name)
    kept.delete(key)
    kept.set(key, value)
    for (const oldest of kept.keys()) {
      if (kept.size <= MOST) break
      kept.delete(oldest)
    }
  }, [name, value])
  return [value, setValue]
}

/** The router gives each entry of the history a key of its own. */
function keyOf(name: string): string {
  return `${(history.state as { __TSR_key?: string } | null)?.__TSR_key ?? ''} ${name}`
}
