/** Dates, times and sizes in the reader's language. */
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

/** `just now`, `5 minutes ago`, `yesterday`; a date for what is a month old or more. @param time ISO 8601 */
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

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const

/** `5.2 MB`: powers of 1024, with the units that people read. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1024 ** power
  return new Intl.NumberFormat(locale(), {
    style: 'unit', unit: UNITS[power] ?? 'byte', unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 10 && power > 0 ? 1 : 0,
  }).format(value)
}

/** `12,345`. */
export function formatNumber(value: number): string {
  return new Intl.NumberFormat(locale()).format(value)
}
