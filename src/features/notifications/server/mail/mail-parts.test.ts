import { describe, expect, it } from 'vitest'
import { differenceBetween } from './difference.ts'
import { dueAt } from './due.ts'

/** However busy the machine is. */
const difference = (before: string, after: string) => differenceBetween(before, after, Infinity)

const told = (before: string, after: string) =>
  difference(before, after)?.lines.map(line =>
    line.map(({ kind, text }) => (kind === 'ins' ? `{+${text}+}` : kind === 'del' ? `[-${text}-]` : text)).join(''),
  )

describe('the difference in a mail', () => {
  it('has the lines that changed, and of what stayed there only what stands near', () => {
    expect(told('one\ntwo\nthree', 'one\n2\nthree')).toEqual(['[-two-]{+2+}'])
    expect(told('one\ntwo', 'one\ntwo\nthree and four')).toEqual(['{+three and four+}'])
    const long = Array.from({ length: 100 }, (_, index) => `word${index}`).join(' ')
    const [line = ''] = told(`${long} old ${long}`, `${long} new ${long}`) ?? []
    expect(line).toMatch(/^….*word99 \[-old-\]\{\+new\+\} word0 .*…$/)
    expect(line.length).toBeLessThan(200)
    expect(told('same', 'same')).toEqual([])
  })

  it('ends where a mail would become too long, and is left out between texts that have little in common', () => {
    const lines = (word: string) => Array.from({ length: 40 }, (_, index) => `${index} ${word} stays`).join('\n')
    const long = difference(lines('old'), lines('new'))
    expect(long?.lines).toHaveLength(12)
    expect(long?.isCut).toBe(true)
    const words = (prefix: string) => Array.from({ length: 3000 }, (_, index) => `${prefix}${index}`).join(' ')
    expect(difference(words('a'), words('b'))).toBeUndefined()
  })
})

describe('when a mail goes', () => {
  const noon = Date.UTC(2027, 2, 27, 12)
  const at = (time: Parameters<typeof dueAt>[0], timeZone: string | null, digestHour: number | null = null) =>
    new Date(dueAt(time, noon, { timeZone, digestHour })).toISOString()

  it('is at once, ten minutes later, or at the next hour that its receiver chose, across changes of the clock', () => {
    expect(at('now', 'Europe/Berlin')).toBe('2027-03-27T12:00:00.000Z')
    expect(at('bundled', 'Europe/Berlin')).toBe('2027-03-27T12:10:00.000Z')
    // Clocks go forward in the night.
    expect(at('daily', 'Europe/Berlin')).toBe('2027-03-28T05:00:00.000Z')
    expect(at('daily', 'Europe/Berlin', 2)).toBe('2027-03-28T01:00:00.000Z')
    expect(at('daily', 'America/New_York', 9)).toBe('2027-03-27T13:00:00.000Z')
    // The current hour is too late for it.
    expect(at('daily', 'Pacific/Auckland', 1)).toBe('2027-03-28T12:00:00.000Z')
  })
})
