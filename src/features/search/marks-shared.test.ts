import { expect, it } from 'vitest'
import { marksIn, plainText } from './marks-shared.ts'

it('splits a text at its marks', () => {
  expect(marksIn('The @@@hl@@@release@@@endhl@@@ notes')).toEqual([
    { text: 'The ', hit: false },
    { text: 'release', hit: true },
    { text: ' notes', hit: false },
  ])
  expect(marksIn('@@@hl@@@All@@@endhl@@@')).toEqual([{ text: 'All', hit: true }])
  expect(marksIn('')).toEqual([])
})

it('shows what was escaped for HTML as text, once', () => {
  expect(plainText('a &lt;b&gt; &amp;amp; &#39;c&#39;')).toBe("a <b> &amp; 'c'")
})
