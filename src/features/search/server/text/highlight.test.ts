import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { excerptOf, highlightAll, markedText, plainText } from './highlight.ts'
import { highlightTerms, isWithinDistance, matchesWildcard } from './match.ts'
import { parseTextQuery } from './text-query.ts'

const termsOf = (query: string) => highlightTerms(parseTextQuery(query).node)
const mark = (text: string, query: string) => markedText(highlightAll(text, termsOf(query)))
const hl = (word: string) => `@@@hl@@@${word}@@@endhl@@@`

describe('highlight', () => {
  it('marks words as the REST interface does', () => {
    expect(mark('The Über-page of pages', 'uber page')).toBe(`The ${hl('Über')}-${hl('page')} of pages`)
  })

  it.each([
    ['pages of a page', 'pag*', `${hl('pages')} of a ${hl('page')}`],
    ['roam foam home', 'roam~1', `${hl('roam')} ${hl('foam')} home`],
    ['color and colour', 'col*r', `${hl('color')} and ${hl('colour')}`],
    ['red car, red big car', '"red car"', `${hl('red')} ${hl('car')}, red big car`],
    ['call getUserName now', 'user', `call get${hl('User')}Name now`],
    ['send e-mail', 'email', `send ${hl('e-mail')}`],
    ['keep this, not that', 'keep -that', `${hl('keep')} this, not that`],
    ['東京都の京都', '京都', `東${hl('京都')}の${hl('京都')}`],
    ['東京都庁', '東京都庁', hl('東京都庁')],
    ['大都市と都', '都', `大${hl('都')}市と${hl('都')}`],
    ['  many \n\n blanks  here ', 'blanks', `many ${hl('blanks')} here`],
    ['nothing', 'else', 'nothing'],
    ['@@@hl@@@ forged @@@endhl@@@ word', 'word', ` forged  ${hl('word')}`],
  ])('marks in %j what %j finds', (text, query, marked) => {
    expect(mark(text, query)).toBe(marked)
  })

  it('takes the densest place, and one with more different words before it', () => {
    const filler = 'lorem ipsum dolor sit amet '.repeat(40)
    const text = `apple apple apple ${filler} apple banana ${filler}`
    const { parts, cutBefore, cutAfter } = excerptOf(text, termsOf('apple OR banana'))
    expect(markedText(parts)).toContain(`${hl('apple')} ${hl('banana')}`)
    expect([cutBefore, cutAfter]).toEqual([true, true])
    expect(plainText(parts).length).toBeGreaterThan(180)
    expect(plainText(parts).length).toBeLessThanOrEqual(300)
  })

  it('cuts between words, and begins at the beginning without a hit', () => {
    const text = 'alpha beta gamma delta '.repeat(50)
    for (const query of ['gamma', 'nothing']) {
      for (const word of plainText(excerptOf(text, termsOf(query)).parts).split(' ')) {
        expect(['alpha', 'beta', 'gamma', 'delta']).toContain(word)
      }
    }
    expect(excerptOf(text, []).cutBefore).toBe(false)
    expect(excerptOf('short', [])).toEqual({
      parts: [{ text: 'short', hit: false }],
      cutBefore: false,
      cutAfter: false,
    })
  })

  it('finds every part of a Chinese, Japanese or Korean text', () => {
    const run = fc.string({
      unit: fc.constantFrom('東', '京', '都', 'カ', 'の', '한', '𠮷'),
      minLength: 1,
      maxLength: 12,
    })
    fc.assert(
      fc.property(run, run, run, (before, wanted, after) => {
        const text = before + wanted + after
        const parts = highlightAll(text, termsOf(wanted))
        expect(parts.filter(({ hit }) => hit).some(part => part.text.includes(wanted))).toBe(true)
        expect(plainText(parts)).toBe(text)
      }),
    )
  })

  it('never breaks a character, never makes up text, stays near its length', () => {
    const unit = fc.constantFrom('a', 'b', ' ', '東', '👍', '\n', 'é', '-')
    fc.assert(
      fc.property(
        fc.string({ unit, maxLength: 800 }),
        fc.constantFrom('a', '東', 'b*', 'ab OR é', '"a b"'),
        (text, query) => {
          const { parts } = excerptOf(text, termsOf(query), 100)
          const plain = plainText(parts)
          expect(text.replace(/\s+/g, ' ')).toContain(plain)
          expect(plain.isWellFormed()).toBe(true)
          expect(plain.length).toBeLessThanOrEqual(150)
        },
      ),
    )
  })
})

describe('matchers', () => {
  it('match wildcards', () => {
    expect(
      [
        ['a*c', 'abbc'],
        ['a?c', 'abc'],
        ['*b*', 'abc'],
        ['a**', 'a'],
      ].every(([p = '', t = '']) => matchesWildcard(p, t)),
    ).toBe(true)
    expect(
      [
        ['a?c', 'ac'],
        ['a*c', 'abd'],
        ['?', ''],
        ['a', 'ab'],
      ].some(([p = '', t = '']) => matchesWildcard(p, t)),
    ).toBe(false)
  })

  it('count edits', () => {
    expect(isWithinDistance('kitten', 'sitten', 1)).toBe(true)
    expect(isWithinDistance('kitten', 'sitting', 2)).toBe(false)
    expect(isWithinDistance('a', 'abc', 2)).toBe(true)
  })
})
