import { expect, test } from 'vitest'
import { Keyboard } from './testing/keys.ts'
import { headingsOf, sizeOf } from './web/text-facts.ts'

const TEXT =
  "<h1>One [two</h1><p>It's three</p><table><tbody><tr><td><h3>In] a cell</h3></td></tr></tbody></table><h2></h2>"

test('the size of a text counts words as its language has them, or those of the selection', () => {
  const { state } = new Keyboard(TEXT)
  expect(sizeOf(state, 'en')).toEqual({ words: 4, characters: 15, minutes: 1 })
  const all = new Keyboard(`${TEXT.replaceAll(/[[\]]/g, '')}<p>|漢字を読む</p>`).state
  const { words, characters } = sizeOf(all, 'ja')
  expect(words).toBeGreaterThan(8)
  expect(characters).toBe("One twoIt's threeIn a cell漢字を読む".length)
  expect(sizeOf(new Keyboard('<p>|</p>').state, 'en')).toEqual({ words: 0, characters: 0, minutes: undefined })
})

test('the outline has headings with text, also of cells, and where they begin', () => {
  const { state } = new Keyboard(TEXT)
  const headings = headingsOf(state.doc)
  expect(headings.map(({ level, text }) => [level, text])).toEqual([
    [1, 'One two'],
    [3, 'In a cell'],
  ])
  expect(headings.map(({ at }) => state.doc.textBetween(at, at + 3))).toEqual(['One', 'In '])
})
