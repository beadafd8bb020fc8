import { expect, it } from 'vitest'
import { Clock } from './times.ts'

it.each([
  ['2016-01-10 17:04:43.120', '2016-01-10T16:04:43.120Z'],
  ['2016-07-10 17:04:43.120', '2016-07-10T15:04:43.120Z'],
  // The clock goes from 2 to 3 o'clock on this day, and from 3 to 2 on the other.
  ['2016-03-27 01:59:59.999', '2016-03-27T00:59:59.999Z'],
  ['2016-03-27 03:00:00.000', '2016-03-27T01:00:00.000Z'],
  ['2016-10-30 01:30:00.000', '2016-10-29T23:30:00.000Z'],
  ['2016-10-30 03:30:00.000', '2016-10-30T02:30:00.000Z'],
])('a clock in Berlin that showed %s was at %s', (shown, at) => {
  const clock = new Clock('Europe/Berlin')
  for (let times = 0; times < 2; times++) expect(new Date(clock.at(shown)).toISOString()).toBe(at)
})

it('has the days of its own zone', () => {
  expect(new Clock('Asia/Kolkata').day(Date.UTC(2020, 0, 1, 18, 29, 59))).toBe('2020/01/01')
  expect(new Clock('Asia/Kolkata').day(Date.UTC(2020, 0, 1, 18, 30))).toBe('2020/01/02')
})
