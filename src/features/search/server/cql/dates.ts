import { toInstant, toWallTime, type WallTime } from '#platform/server/wall-time.ts'

/**
 * The time that a date represents, in epoch milliseconds; `end` is exclusive. `2024-01-01` is a day, `… 10:00` a
 * minute.
 */
export interface TimeSpan {
  start: number
  end: number
}

export interface Clock {
  /** Epoch milliseconds. */
  now: number
  /** IANA name, as `Europe/Berlin`. */
  timeZone: string
}

export type Unit = 'day' | 'week' | 'month' | 'year'

const DATE =
  /^(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?(Z|[+-]\d{2}:?\d{2})?)?$/
const INCREMENT = /^([+-]?)(\d{1,6})([yMwdhm])$/
const SIGNED_INCREMENT = /^[+-]\d{1,6}[yMwdhm]$/
const HOUR = 3_600_000
const MINUTE = 60_000

/** Forms of a date value, for messages. */
export const DATE_FORMS = [
  'yyyy-MM-dd',
  'yyyy/MM/dd',
  '"yyyy-MM-dd HH:mm"',
  '"-4w" (y, M, w, d, h, m)',
  'now()',
  'startOfDay()',
]
export const INCREMENT_FORMS = [
  '"-4w"',
  { key: '{{example}} (y years, M months, w weeks, d days, h hours, m minutes)', values: { example: '"+2d"' } },
]

/**
 * Reads a date value, in the reader's time zone unless it names an offset: `yyyy-MM-dd` or `yyyy/MM/dd`, with
 * ` HH:mm[:ss[.SSS]]` or ISO 8601's `T…`, or an increment to now with its sign (`-4w`).
 * Undefined for anything else and for days that do not exist.
 */
export function parseDate(text: string, clock: Clock): TimeSpan | undefined {
  if (SIGNED_INCREMENT.test(text)) {
    const instant = addIncrement(clock.now, text, clock.timeZone)
    return instant === undefined ? undefined : { start: instant, end: instant + 1 }
  }
  const match = DATE.exec(text)
  if (!match) return undefined
  const [, year, , month, day, hour, minute, second, fraction, offset] = match
  const wall: WallTime = {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour ?? 0),
    minute: Number(minute ?? 0),
    second: Number(second ?? 0),
    millisecond: Number((fraction ?? '0').padEnd(3, '0')),
  }
  if (!exists(wall)) return undefined
  if (hour === undefined) {
    return { start: toInstant(wall, clock.timeZone), end: toInstant({ ...wall, day: wall.day + 1 }, clock.timeZone) }
  }
  const start = offset === undefined ? toInstant(wall, clock.timeZone) : toInstant(wall, 'UTC') - offsetMs(offset)
  return { start, end: start + (second === undefined ? MINUTE : fraction === undefined ? 1000 : 1) }
}

/**
 * An instant moved by an increment `(+/-)nn(y|M|w|d|h|m)`; without a sign, forward. Years to days are counted on the
 * calendar of the time zone (the time of day stays; a month that is too short ends the day before), hours and minutes
 * on the clock. Undefined where the increment is malformed.
 */
export function addIncrement(instant: number, increment: string, timeZone: string): number | undefined {
  const match = INCREMENT.exec(increment.trim())
  if (!match) return undefined
  const amount = Number(match[2]) * (match[1] === '-' ? -1 : 1)
  const unit = match[3]
  if (unit === 'h' || unit === 'm') return instant + amount * (unit === 'h' ? HOUR : MINUTE)
  const wall = toWallTime(instant, timeZone)
  if (unit === 'd' || unit === 'w') wall.day += amount * (unit === 'w' ? 7 : 1)
  else {
    const months = wall.year * 12 + (wall.month - 1) + amount * (unit === 'y' ? 12 : 1)
    wall.year = Math.floor(months / 12)
    wall.month = months - wall.year * 12 + 1
    wall.day = Math.min(wall.day, daysIn(wall.year, wall.month))
  }
  // Beyond a calendar's reach: as far as dates go.
  if (wall.year < 1 || wall.year > 9999) return wall.year < 1 ? MIN_INSTANT : MAX_INSTANT
  return Math.min(Math.max(toInstant(wall, timeZone), MIN_INSTANT), MAX_INSTANT)
}

/** The first and the last millisecond of the years 1 to 9999. */
const MIN_INSTANT = -62_135_596_800_000
const MAX_INSTANT = 253_402_300_799_999

/** The day, week (from Monday), month or year around an instant. */
export function unitAround(instant: number, unit: Unit, timeZone: string): TimeSpan {
  const { year, month, day } = toWallTime(instant, timeZone)
  const midnight = { year, month, day, hour: 0, minute: 0, second: 0, millisecond: 0 }
  const at = (change: Partial<WallTime>) => toInstant({ ...midnight, ...change }, timeZone)
  switch (unit) {
    case 'day':
      return { start: at({}), end: at({ day: day + 1 }) }
    case 'week': {
      const sinceMonday = (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7
      return { start: at({ day: day - sinceMonday }), end: at({ day: day - sinceMonday + 7 }) }
    }
    case 'month':
      return { start: at({ day: 1 }), end: at({ day: 1, month: month + 1 }) }
    case 'year':
      return { start: at({ day: 1, month: 1 }), end: at({ day: 1, month: 1, year: year + 1 }) }
  }
}

const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

function exists({ year, month, day, hour, minute, second }: WallTime): boolean {
  return (
    year >= 1 &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= daysIn(year, month) &&
    hour < 24 &&
    minute < 60 &&
    second < 60
  )
}

function offsetMs(offset: string): number {
  if (offset === 'Z') return 0
  const digits = offset.replace(/\D/g, '')
  const size = Number(digits.slice(0, 2)) * HOUR + Number(digits.slice(2)) * MINUTE
  return offset.startsWith('-') ? -size : size
}
