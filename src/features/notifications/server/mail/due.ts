import { toInstant, toWallTime } from '#platform/server/wall-time.ts'
import { BUNDLE_MINUTES, DEFAULT_DIGEST_HOUR, type MailTime } from '../../shared.ts'

/** The time zone by which a person's daily mail comes: theirs, or the server's (IANA name). */
export function zoneOf(timeZone: string | null): string {
  return timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
}

/**
 * When a mail about what happened is to go.
 * @param at when it happened; this and the result in epoch milliseconds
 */
export function dueAt(
  time: MailTime,
  at: number,
  { digestHour, timeZone }: { digestHour: number | null; timeZone: string | null },
): number {
  if (time === 'bundled') return at + BUNDLE_MINUTES * 60_000
  if (time !== 'daily') return at
  const zone = zoneOf(timeZone)
  const hour = digestHour ?? DEFAULT_DIGEST_HOUR
  const { year, month, day } = toWallTime(at, zone)
  const on = (date: number) => toInstant({ year, month, day: date, hour, minute: 0, second: 0, millisecond: 0 }, zone)
  const today = on(day)
  return today > at ? today : on(day + 1)
}
