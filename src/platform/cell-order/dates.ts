import { dateWord } from './date-words.ts'

/** Year of a date that is written without one: a leap year, so that 29 February is a date. */
const NO_YEAR = 2000
const MINUTE = 60_000

const TIME =
  /(?:^|[\s,;T(])(?:(?:at|um|à|kl\.?|a las)\s+)?(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?(?:\s*([ap])\.?m\.?)?(?:\s*(?:uhr|h)(?![\p{L}]))?(?:\s*(?:z|utc|gmt|[a-z]{2,3}t))?(?:\s*([+-]\d{2}):?(\d{2}))?\)?$/iu
const YEAR_FIRST = /^(\d{4})([-/.])\s?(\d{1,2})\2\s?(\d{1,2})\.?$/
const YEAR_LAST = /^(\d{1,2})([-/.])(\s?)(\d{1,2})\2\s?(\d{4}|\d{2})$/
const MONTH_OF_YEAR = /^(?:(\d{4})[-/](\d{1,2})|(\d{1,2})[-/](\d{4}))$/
const DAY_OF_MONTH = /^(\d{1,2})\.\s?(\d{1,2})\.$/
const EAST_ASIAN = /^(\d{4})\s?[年년](?:\s?(\d{1,2})\s?[月월](?:\s?(\d{1,2})\s?[日일])?)?$/
const WEEKDAY = /^\p{L}{2,12}\.?,?\s+(?=\d)/u

/**
 * The time of a cell that is a date, with or without a time of day: ISO 8601, `31.12.2024`, `12/31/2024`, `31 Dec 2024`,
 * `December 2024`, `2024年12月31日` and the like. Of a range it is the first date. Times without a zone are in UTC.
 * @param text as `cellText` gives it
 * @param isDayFirst reads `01/02/2024` as 1 February
 * @param locale BCP 47 tag; its names of months come first
 * @returns epoch milliseconds; undefined if the text is no date
 */
export function dateIn(text: string, isDayFirst: boolean, locale: string): number | undefined {
  if (text.length > 80 || !/\d|^\p{L}+$/u.test(text)) return undefined
  const whole = dateAndTime(text, isDayFirst, locale)
  if (whole !== undefined) return whole
  const start = /^(.+?)(?:\s[-–—]\s|\s?[–—]\s?|\s(?:to|until|bis)\s)/u.exec(text)?.[1]
  return start === undefined ? undefined : dateAndTime(start.trim(), isDayFirst, locale)
}

/**
 * Whether days come before months in the numeric dates of a column: by the first date that reads only one way,
 * otherwise as in the locale.
 */
export function isDayFirst(texts: readonly string[], locale: string): boolean {
  for (const text of texts) {
    const parts = /^\D{0,15}(\d{1,2})([-/])(\d{1,2})\2(?:\d{4}|\d{2})(?!\d)/u.exec(text)
    if (Number(parts?.[1]) > 12) return true
    if (Number(parts?.[3]) > 12) return false
  }
  const order = new Intl.DateTimeFormat(locale, { dateStyle: 'short' }).formatToParts(0).map(({ type }) => type)
  return order.indexOf('day') < order.indexOf('month')
}

function dateAndTime(text: string, isDayFirst: boolean, locale: string): number | undefined {
  const time = TIME.exec(text)
  const date = time ? text.slice(0, time.index).replace(/[\s,;(]+$/u, '') : text
  const day = date === '' ? undefined : (numericDate(date, isDayFirst) ?? namedDate(date, locale))
  if (day === undefined || !time) return day
  const [, hours, minutes, seconds = '0', half, zoneHours, zoneMinutes = '0'] = time
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hours)
  const zone = zoneHours === undefined ? 0 : Number(zoneHours) * 60 + Number(`${zoneHours[0]}${zoneMinutes}`)
  return day + (hour * 60 + Number(minutes) - zone) * MINUTE + Number(seconds) * 1000
}

function numericDate(text: string, isDayFirst: boolean): number | undefined {
  const date = text.replace(WEEKDAY, '')
  const [, year, , month, day] = YEAR_FIRST.exec(date) ?? []
  if (year !== undefined) return utc(Number(year), Number(month), Number(day))
  const [, first, separator, gap, second, last = ''] = YEAR_LAST.exec(date) ?? []
  if (first !== undefined && second !== undefined) {
    // `1.10.24` is more often a version.
    if (separator === '.' && last.length === 2 && gap === '' && first.length + second.length < 4) return undefined
    const inOrder = separator === '.' || isDayFirst ? [second, first] : [first, second]
    return utc(fullYear(last), Number(inOrder[0]), Number(inOrder[1]))
  }
  const ofYear = MONTH_OF_YEAR.exec(date)
  if (ofYear) {
    const named = Number(ofYear[1] ?? ofYear[4])
    return named < 1900 || named > 2199 ? undefined : utc(named, Number(ofYear[2] ?? ofYear[3]), 1)
  }
  const ofMonth = DAY_OF_MONTH.exec(date)
  if (ofMonth) return utc(NO_YEAR, Number(ofMonth[2]), Number(ofMonth[1]))
  const eastAsian = EAST_ASIAN.exec(date)
  return eastAsian ? utc(Number(eastAsian[1]), Number(eastAsian[2] ?? 1), Number(eastAsian[3] ?? 1)) : undefined
}

/** A date whose month is a word. */
function namedDate(text: string, locale: string): number | undefined {
  const numbers = text.match(/\d+/g) ?? []
  const words = text.match(/\p{L}[\p{L}\p{M}]*/gu) ?? []
  if (numbers.length > 2 || words.length === 0 || words.length > 6) return undefined
  if (!/^[\s\p{L}\p{M}\d.,/'’()ºª-]*$/u.test(text) || (numbers.length === 0 && words.length > 1)) return undefined
  let month: number | undefined
  for (const word of words) {
    const meaning = dateWord(word, locale)
    if (meaning === undefined || (typeof meaning === 'number' && month !== undefined)) return undefined
    if (typeof meaning === 'number') month = meaning
  }
  if (month === undefined) return undefined
  const [first, second] = numbers
  if (first === undefined) return utc(NO_YEAR, month, 1)
  if (second === undefined) return first.length > 2 ? utc(Number(first), month, 1) : utc(NO_YEAR, month, Number(first))
  return first.length === 4 ? utc(Number(first), month, Number(second)) : utc(fullYear(second), month, Number(first))
}

function fullYear(digits: string): number {
  const year = Number(digits)
  return digits.length > 2 ? year : year + (year < 70 ? 2000 : 1900)
}

/** @param month from 1; @returns undefined if there is no such day */
function utc(year: number, month: number, day: number): number | undefined {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : undefined
}
