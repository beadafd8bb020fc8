import fc from 'fast-check'
import { expect, it } from 'vitest'
import { excerptOf } from './highlight.ts'
import { highlightTerms, type HighlightTerm } from './match.ts'
import { stretchesWith } from './stretches.ts'
import { parseTextQuery } from './text-query.ts'

const termsOf = (query: string) => highlightTerms(parseTextQuery(query).node)
/** Occurs nowhere; for a wildcard the whole text is tokenized. */
const NOWHERE: HighlightTerm = { kind: 'wildcard', pattern: '?nowhere?' }

it('gives the words around each place where a term may begin', () => {
  const text = 'A fine day. The category of Cat-food, and notThisCat; e-mails from Café Noir.'
  const pieces = (query: string) => stretchesWith(text, termsOf(query))?.map(({ start, end }) => text.slice(start, end))
  expect(pieces('cat')).toEqual(['category', 'Cat-food', 'notThisCat'])
  expect(pieces('emails')).toEqual(['e-mails'])
  expect(pieces('cafe')).toEqual(['Café'])
  expect(pieces('nothing')).toEqual([])
  expect(stretchesWith(text, [NOWHERE])).toBeNull()
})

/** Characters that begin, end, join, fold and part words, each in a different way. */
const UNITS = "a b A B ab s 1 2 v . - _ ’ ' ( é e\u0301 ß æ \u00AD \u200D ½ ﬁ İ ж й ς 東 京 カ ﾞ 한 𠮷 ไทย 👍 \0".split(
  ' ',
)
const unit = fc.constantFrom(' ', ' ', '\n', ...UNITS)
const words = [
  'a',
  'ab',
  'b*',
  'aab',
  'e',
  'ss',
  'strasse',
  'ae',
  '12',
  'v1',
  '1',
  'ж',
  'и',
  'σ',
  '東',
  '東京',
  'カ',
  'fi',
  'ไทย',
]

it('leaves out no word that the whole text holds', () => {
  fc.assert(
    fc.property(
      fc.array(unit, { maxLength: 120 }),
      fc.subarray(words, { minLength: 1, maxLength: 3 }),
      (units, query) => {
        const terms = termsOf(query.join(' OR '))
        const text = units.join('')
        expect(excerptOf(text, terms, 60)).toEqual(excerptOf(text, [...terms, NOWHERE], 60))
      },
    ),
    { numRuns: 2000 },
  )
})

it('leaves out no phrase', () => {
  const word = fc.constantFrom('ab', 'Ab', 'cd', 'é', ', ', ' ', '\n', ' (')
  const phrases = ['"ab cd"', '"ab ab cd"', '"cd e"', '"ab cd*"', '"e ab cd ab"']
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 30 }),
      fc.subarray(phrases, { minLength: 1, maxLength: 2 }),
      (units, query) => {
        const terms = termsOf(query.join(' OR '))
        const text = units.join(' ')
        expect(excerptOf(text, terms, 40)).toEqual(excerptOf(text, [...terms, NOWHERE], 40))
      },
    ),
  )
})
