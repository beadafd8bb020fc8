import { expect, it } from 'vitest'
import { dueText } from './due.ts'

const SOON = 'This task is due in less than a week'

it.each([
  ['2026-03-09', 'This task is overdue'],
  ['2026-03-10', SOON],
  ['2026-03-16', SOON],
  ['2026-03-17', undefined],
  ['2026-03-10T00:00:00Z', SOON],
  ['nonsense', undefined],
])('of a task that is due on %s one says: %s [V9-37] [V9-38]', (due, words) => {
  // Late in the evening, and in its first minute: the day counts.
  for (const now of [new Date(2026, 2, 10, 23, 59), new Date(2026, 2, 10, 0, 0)]) expect(dueText(due, now)).toBe(words)
})
