/** Dates, times and sizes in the reader's language. */
import { byteSize } from '../byte-size.ts'
import { locale, t } from './i18n.ts'

const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S
const DAY_S = 24 * HOUR_S

/** `21 Nov 2026`. @param time ISO 8601 */
export function formatDate(time: string): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'medium' }).format(new Date(time))
}

/** `21 Nov 2026, 10:15`. @param time ISO 8601, or ms since 1970 */
export function formatDateTime(time: string | number): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time))
}

/** `just now`, `5 minutes ago`, `yesterday`; a date from a month on. @param time ISO 8601 */
export function formatRelative(time: string, now: number = Date.now()): string {
  const seconds = Math.round((Date.parse(time) - now) / 1000)
  const age = Math.abs(seconds)
  if (age < MINUTE_S) return t('just now')
  const words = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' })
  if (age < HOUR_S) return words.format(Math.trunc(seconds / MINUTE_S), 'minute')
  if (age < DAY_S) return words.format(Math.trunc(seconds / HOUR_S), 'hour')
  if (age < 30 * DAY_S) return words.format(Math.trunc(seconds / DAY_S), 'day')
  return formatDate(time)
}

/** Localised {@link byteSize}. */
export function formatBytes(bytes: number): string {
  return byteSize(bytes, locale())
}

/** `12,345`. */
export function formatNumber(value: number): string {
  return new Intl.NumberFormat(locale()).format(value)
}
