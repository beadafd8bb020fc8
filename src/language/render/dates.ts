const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * A date formatted for a locale, e.g. `5 Jan 2024`; the text itself where it is no date.
 *
 * @param date `YYYY-MM-DD`, or a date and time, of which the time is ignored
 */
export function formatDate(date: string, locale: string): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(date)
  if (!match) return date
  const [, year, month, day] = match.map(Number)
  const time = new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, day ?? 1))
  if (time.getUTCDate() !== day) return date
  let format = formats.get(locale)
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
    formats.set(locale, format)
  }
  return format.format(time)
}
