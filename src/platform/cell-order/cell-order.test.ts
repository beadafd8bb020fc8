import { describe, expect, it } from 'vitest'
import { cellOrder } from './cell-order.ts'

interface Hints {
  direction?: 1 | -1
  locale?: string
  heading?: string
}

function sorted(texts: readonly string[], { direction = 1, locale = 'en', heading = '' }: Hints = {}): string[] {
  const { keyOf, compare } = cellOrder(texts, { locale, heading })
  return texts.toSorted((a, b) => compare(keyOf(a), keyOf(b), direction))
}

/** A column in its order; it is given in another one, and sorted both ways. */
type Column = [what: string, inOrder: string[], hints?: Hints]

/** The column as it is sorted up, and sorted down and turned around. */
function bothWays(inOrder: readonly string[], hints: Hints = {}): [up: string[], down: string[]] {
  const mixed = inOrder.toSorted((a, b) => (a < b ? -1 : 1))
  return [sorted(mixed, hints), sorted(mixed, { ...hints, direction: -1 }).toReversed()]
}

describe('the order of table cells', () => {
  it.each<Column>([
    ['separators, signs, currencies and units', ['-4', '1.5', '7 min', '986', '€ 2,000.50', '12,345']],
    ['decimal commas and currencies behind', ['−12 €', '0,00 €', '7,25 €', '1.234,50 €', '12.000,00 €']],
    ['brackets for minus', ['(1,200)', '(3)', '40', '1,000']],
    ['percent', ['9 %', '12.5 %', '100 %']],
    ['apostrophes', ["9'999", "12'000", "1'000'000"]],
    ['Arabic digits', ['٩', '١٢', '١٠٠']],
    ['a decimal point, as in another cell', ['0.75', '1.234', '1.5', '20']],
    ['a decimal comma, as in another cell', ['0,75', '1,234', '1,5', '20']],
    ['points between thousands', ['20', '986', '1.234', '1.234.567']],
  ])('is by value for numbers: %s', (_, inOrder, hints) => {
    expect(bothWays(inOrder, hints)).toEqual([inOrder, inOrder])
  })

  it('is natural for words with numbers', () => {
    expect(sorted(['Page 10', 'page 9', 'Ähre', 'Zebra'])).toEqual(['Ähre', 'page 9', 'Page 10', 'Zebra'])
    expect(sorted(['March 10 report', 'Room 9', 'Room 10'])).toEqual(['March 10 report', 'Room 9', 'Room 10'])
  })
  it('keeps empty cells last both ways, and those that only say that there is nothing', () => {
    expect(sorted(['', '2', '1'])).toEqual(['1', '2', ''])
    expect(sorted(['', '2', '1'], { direction: -1 })).toEqual(['2', '1', ''])
    expect(sorted(['–', '2', 'n/a', '1'], { direction: -1 })).toEqual(['2', '1', '–', 'n/a'])
    expect(sorted([])).toEqual([])
  })
  it('has cells of another type after the values, as text', () => {
    expect(sorted(['open', '12 Jan 2024', '3 Feb 2023', '1 Mar 2024', 'later'])).toEqual([
      '3 Feb 2023',
      '12 Jan 2024',
      '1 Mar 2024',
      'later',
      'open',
    ])
  })
})

describe('the order of dates', () => {
  it.each<Column>([
    ['ISO 8601', ['2025-12-31', '2026-01-15', '2026-11-02']],
    ['with a time', ['2024-01-05T09:30:00Z', '2024-01-05 10:00', '2024-01-05T10:00:00-05:00', '2024-01-06']],
    ['year first', ['2023/12/24', '2024/2/1', '2024/10/01']],
    ['with dots', ['31.12.2023', '1.2.2024', '02.11.2024']],
    ['with dots and a short year', ['31.12.98', '01.02.24', '02.11.24']],
    ['with dots and blanks', ['31. 12. 2023', '1. 2. 2024', '2. 11. 2024']],
    ['without a year', ['31.1.', '1.2.', '24.12.']],
    ['month first, by the locale', ['12/31/2023', '2/1/2024', '11/2/2024'], { locale: 'en-US' }],
    ['day first, by the locale', ['2/11/2023', '1/2/2024', '3/1/2025'], { locale: 'en-GB' }],
    ['day first, by another cell', ['31/12/2023', '02/01/2024', '01/02/2024'], { locale: 'en-US' }],
    ['month first, by another cell', ['12/31/2023', '01/02/2024', '02/01/2024'], { locale: 'en-GB' }],
    ['with dashes, day first', ['31-12-2023', '01-02-2024', '02-11-2024'], { locale: 'de' }],
    ['English', ['24 Dec 2023', '5 January 2024', 'Feb 1, 2024', 'October 3rd, 2024', '2024 Nov 5']],
    [
      'English with a weekday and a time',
      ['Sun, 31 Dec 2023 23:00:00 GMT', 'Mon 1 Jan 2024, 9:05 AM', 'Jan 1, 2024 1:00 PM'],
    ],
    ['English with a short year', ['1-Dec-98', '15-Sept-23', '2-Jan-24']],
    ['German', ['24. Dezember 2023', 'Fr., 5. Jan. 2024', '3. März 2024, 14:30 Uhr', '1. Okt. 2024']],
    ['French', ['24 décembre 2023', '1er février 2024', '3 août 2024']],
    ['Spanish', ['24 de diciembre de 2023', '5 de enero de 2024', '3 de agosto de 2024']],
    ['Polish and Russian', ['24 grudnia 2023', '5 января 2024 г.', '3 sierpnia 2024']],
    ['Hebrew', ['24 בדצמבר 2023', '5 בינואר 2024', '3 באוגוסט 2024']],
    ['Arabic', ['٢٤ ديسمبر ٢٠٢٣', '٥ يناير ٢٠٢٤', '٣ أغسطس ٢٠٢٤']],
    ['Chinese, Japanese and Korean', ['2023年12月24日', '2024年1月5日', '2024년 2월 3일', '2024年10月']],
    ['months', ['January', 'March', 'September', 'December']],
    ['months of years', ['December 2023', 'Jan 2024', '02/2024', '2024-10']],
    ['days of months', ['5 January', '3 March', '24 December']],
    ['ranges', ['5 Jan 2024 – 1 Feb 2024', '7 Jan 2024 – 8 Jan 2024', '1 Mar 2024']],
  ])('is by time: %s', (_, inOrder, hints) => {
    expect(bothWays(inOrder, hints)).toEqual([inOrder, inOrder])
  })

  it('does not take a day for a date that does not exist', () => {
    expect(sorted(['31.02.2024', '30.01.2024', '01.01.2024'])).toEqual(['01.01.2024', '30.01.2024', '31.02.2024'])
  })
})

describe('the order of sizes and durations', () => {
  it.each<Column>([
    ['sizes', ['0', '900 bytes', '100 KB', '1,5 MB', '640 MB', '2 GB', '1 TB']],
    ['binary prefixes', ['512 KiB', '1.2 MiB', '1,024 MiB', '2GiB']],
    ['single letters', ['12K', '900K', '1.5M', '2G']],
    ['French units', ['100 Ko', '3 Mo', '1 Go']],
    ['rates', ['64 kbit/s', '100 Mbit/s', '1 Gbit/s']],
    ['durations', ['250 ms', '45 s', '30 min', '1 h 5 min', '2 h', '1d 4h', '2 weeks', '3 months']],
    ['German durations', ['30 Minuten', '2 Std.', '3 Tage']],
  ])('is by the amount with its unit: %s', (_, inOrder, hints) => {
    expect(bothWays(inOrder, hints)).toEqual([inOrder, inOrder])
  })
})

describe('the order of versions', () => {
  it.each<Column>([
    ['numbers of different length', ['1.2', '1.9.3', '1.10', '1.10.2', '1.10.10', '2.0.0']],
    ['a v before', ['v1.9', 'v1.10', 'v2', 'v10']],
    ['words behind', ['9.0.1 or later', '10.0.0 (stable)', '10.0.2']],
    ['addresses', ['10.0.0.9', '10.0.0.10', '10.0.1.1', '192.168.100.200']],
    [
      'pre-releases before their release',
      ['1.0.0-alpha', '1.0.0-beta.2', '1.0.0-beta.10', '1.0.0-rc1', '1.0.0', '1.0.1b1', '1.0.1'],
    ],
    ['revisions after their release', ['1.0.2', '1.0.2-3', '1.0.2-12']],
    ['decimal numbers below such a heading', ['7.4', '7.13', '8.0'], { heading: 'Version' }],
  ])('is number by number: %s', (_, inOrder, hints) => {
    expect(bothWays(inOrder, hints)).toEqual([inOrder, inOrder])
  })

  it('does not take decimal numbers for versions by themselves, nor counts', () => {
    expect(sorted(['8.0', '7.4', '7.13'], { heading: 'Price' })).toEqual(['7.13', '7.4', '8.0'])
    expect(sorted(['1,000', '9', '12'], { heading: 'Releases' })).toEqual(['9', '12', '1,000'])
  })
})
