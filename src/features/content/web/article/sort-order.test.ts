import { describe, expect, it } from 'vitest'
import { compareKeys, sortKeyOf } from './sort-order.ts'

const sorted = (texts: string[], direction: 1 | -1 = 1) =>
  texts.toSorted((a, b) => compareKeys(sortKeyOf(a), sortKeyOf(b), direction))

describe('the order of table cells', () => {
  it('is by value for numbers with separators, signs, currencies and units', () => {
    expect(sorted(['12,345', '986', '-4', '1.5', '€ 2,000.50', '7 min'])).toEqual([
      '-4',
      '1.5',
      '7 min',
      '986',
      '€ 2,000.50',
      '12,345',
    ])
  })
  it('is by time for ISO dates, and natural for words with numbers', () => {
    expect(sorted(['2026-11-02', '2025-12-31', '2026-01-15'])).toEqual(['2025-12-31', '2026-01-15', '2026-11-02'])
    expect(sorted(['Page 10', 'page 9', 'Ähre', 'Zebra'])).toEqual(['Ähre', 'page 9', 'Page 10', 'Zebra'])
  })
  it('keeps empty cells last both ways', () => {
    expect(sorted(['', '2', '1'])).toEqual(['1', '2', ''])
    expect(sorted(['', '2', '1'], -1)).toEqual(['2', '1', ''])
  })
})
