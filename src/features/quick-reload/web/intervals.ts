export const MIN_INTERVAL_MS = 30_000
export const MAX_INTERVAL_MS = 60 * 60 * 1000
/** Time without any input after which the user counts as away. */
export const INACTIVE_AFTER_MS = 2 * 60 * 1000
const HIDDEN_FACTOR = 3
const INACTIVE_FACTOR = 2

/** Time to wait after a poll, in ms: longer and longer while the tab is hidden or the user is away. */
export function nextInterval(
  before: number,
  { isHidden, isInactive }: { isHidden: boolean; isInactive: boolean },
): number {
  if (!isHidden && !isInactive) return MIN_INTERVAL_MS
  return Math.min(before * (isHidden ? HIDDEN_FACTOR : INACTIVE_FACTOR), MAX_INTERVAL_MS)
}
