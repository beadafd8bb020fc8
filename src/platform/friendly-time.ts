const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * A time in the words of a person who looks at a clock: "5 minutes ago", "yesterday"; after a week, the date.
 * @param at epoch milliseconds
 * @param now epoch milliseconds
 * @param locale BCP 47 tag
 * @param timeZone IANA name; the machine's own where absent
 */
export function friendlyTime(at: number, now: number, locale: string, timeZone?: string | null): string {
  const ago = Math.max(0, now - at)
  const words = relativeFormat(locale)
  if (ago < MINUTE) return words.format(0, 'second')
  if (ago < HOUR) return words.format(-Math.floor(ago / MINUTE), 'minute')
  if (ago < DAY) return words.format(-Math.floor(ago / HOUR), 'hour')
  if (ago < 7 * DAY) return words.format(-Math.floor(ago / DAY), 'day')
  return dateFormat(locale, { dateStyle: 'medium', ...(timeZone ? { timeZone } : {}) }).format(at)
}

/** Date and time in full, for tooltips. @param at epoch milliseconds */
export function fullTime(at: number, locale: string, timeZone?: string | null): string {
  return dateFormat(locale, { dateStyle: 'long', timeStyle: 'short', ...(timeZone ? { timeZone } : {}) }).format(at)
}

// Making a formatter costs a thousand times what formatting does. Locales, zones and styles are few.
const dateFormats = new Map<string, Intl.DateTimeFormat>()
const relativeFormats = new Map<string, Intl.RelativeTimeFormat>()
const MOST_FORMATS = 200

function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return remember(dateFormats, `${locale} ${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(locale, options))
}

function relativeFormat(locale: string): Intl.RelativeTimeFormat {
  return remember(relativeFormats, locale, () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
}

function remember<T>(formats: Map<string, T>, key: string, make: () => T): T {
  const known = formats.get(key)
  if (known) return known
  if (formats.size >= MOST_FORMATS) formats.clear()
  const made = make()
  formats.set(key, made)
  return made
}
