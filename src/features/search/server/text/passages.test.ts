import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bestPassages, documentOfPassage, passageId, passagesOf, PassageWords } from './passages.ts'
import { tokenize } from './tokenizer.ts'

function wordsOf(text: string): Buffer {
  const words = new PassageWords(passagesOf(text))
  for (const { token, start, end } of tokenize(text)) words.add(token, start, end)
  return words.encoded()
}

const filler = (words: number) => Array.from({ length: words }, (_, index) => `word${index % 500}`).join(' ')
const found = (text: string, ...terms: string[][]) =>
  bestPassages(
    wordsOf(text),
    terms.map(words => [words]),
    0,
  ).map(passage => {
    const { start = 0, end = 0 } = passagesOf(text)[passage] ?? {}
    return text.slice(start, end)
  })

describe('passages', () => {
  it('are one for a short text, and cover a long one without breaking a word or a character', () => {
    expect(passagesOf('short')).toEqual([{ start: 0, end: 5 }])
    const unit = fc.constantFrom('a', 'word', ' ', '東', '👍', '\n', 'é')
    fc.assert(
      fc.property(
        fc.string({ unit, minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 400 }),
        (piece, times) => {
          const text = piece.repeat(times)
          let covered = 0
          for (const { start, end } of passagesOf(text)) {
            expect(start).toBeLessThanOrEqual(covered)
            expect(end).toBeGreaterThanOrEqual(covered)
            expect(text.slice(start, end).isWellFormed()).toBe(text.isWellFormed())
            covered = end
          }
          expect(covered).toBe(text.length)
        },
      ),
    )
  })

  it('tell where a word is, wherever it is', () => {
    for (let before = 150; before < 700; before += 7) {
      const text = `${filler(before)} needle ${filler(400)}`
      const [first = '', ...others] = found(text, ['needle'])
      expect(first).toContain(' needle ')
      // At the transition from one passage to the next, a word is in both.
      for (const other of others) expect(other).toContain(' needle ')
    }
    expect(found(filler(2000), ['needle'])).toEqual([])
  })

  it('are better with more terms, then the earlier the better', () => {
    const text = `apple ${filler(600)} banana apple ${filler(600)} apple banana`
    const [first = ''] = found(text, ['apple'], ['banana'])
    expect(first).toContain('banana apple')
    const words = wordsOf(text)
    expect(bestPassages(words, [[['apple']]], 1)).toEqual([])
    expect(bestPassages(words, [[['pear'], ['banana', 'apple']]], 0)).toHaveLength(2)
    expect(bestPassages(words, [[['pear', 'apple']]], 0)).toEqual([])
    expect(bestPassages(Buffer.alloc(0), [[['apple']]], 0)).toEqual([])
  })

  it('have ids of their own, from which that of their document follows', () => {
    const ids = [-7, -1, 0, 1, 5_000_000].flatMap(document => [0, 1, 50].map(passage => ({ document, passage })))
    expect(new Set(ids.map(({ document, passage }) => passageId(document, passage))).size).toBe(ids.length)
    for (const { document, passage } of ids) expect(documentOfPassage(passageId(document, passage))).toBe(document)
  })
})
