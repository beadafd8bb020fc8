import { isWithinDistance } from '../text/match.ts'

/** The name that a mistyped one was probably meant to be: at most two letters away. */
export function nearest(written: string, names: readonly string[]): string | undefined {
  const wanted = written.toLowerCase()
  if (wanted.length > 40) return undefined
  for (const distance of [1, 2]) {
    const found = names.find(name => wanted.length > distance && isWithinDistance(wanted, name.toLowerCase(), distance))
    if (found) return found
  }
  return undefined
}
