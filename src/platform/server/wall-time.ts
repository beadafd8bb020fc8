/** A date and time as a calendar and a clock on the wall show it; `month` is 1 to 12, `millisecond` 0 to 999. */
export interface WallTime {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  millisecond: number
}

const formats = new Map<string, Intl.DateTimeFormat>()
const MAX_FORMATS = 50

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'iso8601',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    if (formats.size >= MAX_FORMATS) formats.clear()
    formats.set(timeZone, format)
  }
  return format
}

/** Wall-clock time in a time zone (IANA name) at an instant (epoch milliseconds). */
export function toWallTime(instant: number, timeZone: string): WallTime {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  )
  const number = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type))
  return {
    year: number('year'),
    month: number('month'),
    day: number('day'),
    hour: number('hour'),
    minute: number('minute'),
    second: number('second'),
    millisecond: ((instant % 1000) + 1000) % 1000,
  }
}

/**
 * The instant (epoch milliseconds) at which clocks in a time zone show this. Fields may be out of their range
 * (day 0, month 13) and carry over. A time that occurs twice means its first; one that is skipped means the same
 * span after the last that is not.
 */
export function toInstant(wall: WallTime, timeZone: string): number {
  const asUtc = utc(wall)
  const before = offsetAt(asUtc - 86_400_000, timeZone)
  const after = offsetAt(asUtc + 86_400_000, timeZone)
  const first = asUtc - before
  if (before === after || offsetAt(first, timeZone) === before) return first
  const second = asUtc - after
  return offsetAt(second, timeZone) === after ? second : first
}

function offsetAt(instant: number, timeZone: string): number {
  return utc(toWallTime(instant, timeZone)) - instant
}

function utc(wall: WallTime): number {
  const date = new Date(0)
  date.setUTCFullYear(wall.year, wall.month - 1, wall.day)
  date.setUTCHours(wall.hour, wall.minute, wall.second, wall.millisecond)
  return date.getTime()
}
