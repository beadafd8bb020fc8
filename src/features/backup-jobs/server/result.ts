import type { ImportSummary } from '#features/space-import/server/index.ts'

/** The outcome of a restore, as it is stored. */
export interface RestoreResult extends Omit<ImportSummary, 'spaces'> {
  spaceKeys: string[]
}

/** Reads a stored result; null if there is none. */
export function restoreResult(stored: string | null): RestoreResult | null {
  return stored === null ? null : (JSON.parse(stored) as RestoreResult)
}
