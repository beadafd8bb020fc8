const DAY_MS = 86_400_000
const SOON_DAYS = 7
export const OVERDUE = 'This task is overdue'

/**
 * Due text of a task; undefined when a week or more away. Compares days, not hours.
 * @param due `YYYY-MM-DD`, or a date and time whose date counts
 * @param now local time of the reader
 */
export function dueText(due: string, now: Date): string | undefined {
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())
  const days = Math.round((Date.parse(`${due.slice(0, 10)}T00:00:00Z`) - today) / DAY_MS)
  if (days < 0) return OVERDUE
  return days < SOON_DAYS ? 'This task is due in less than a week' : undefined
}
