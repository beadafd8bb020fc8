import type { Phrase } from '#platform/error-text.ts'

/** What a restore brought in, as it is stored. */
export interface RestoreResult {
  spaceKeys: string[]
  counts: { what: string; number: number }[]
  /** What could not be restored as it was. */
  remarks: Phrase[]
  /** Further remarks, which are left out. */
  more: number
}

/** Reads a stored result; null if there is none. */
export function restoreResult(stored: string | null): RestoreResult | null {
  return stored === null ? null : (JSON.parse(stored) as RestoreResult)
}
