const DAY_MS = 86_400_000
const SOON_DAYS = 7

/**
 * What is to be said of a task's due date; undefined for one that is a week or more away. Days count, not hours: a task
 * that is due today is not late.
 * @param due `YYYY-MM-DD`, or a date and time of which the date counts
 * @param now whose day it is where the reader is
 */
export function dueWords(due: string, now: Date): string | undefined {
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())
  const days = Math.round((Date.parse(`${due.slice(0, 10)}T00:00:00Z`) - today) / DAY_MS)
  if (days < 0) return 'This task is overdue'
  return days < SOON_DAYS ? 'This task is due in less than a week' : undefined
}
