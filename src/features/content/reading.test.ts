import { describe, expect, it } from 'vitest'
import { isBlank, outlineOf, readingMinutes } from './reading.ts'

describe('the outline of an article', () => {
  it('has the headings with their text, marks and entities taken out', () => {
    const html =
      '<h2 id="a&amp;b">Salt &amp; <em>pepper</em></h2><p>x</p><h3 class="x" id="c">設計</h3><h2 id="d"> </h2><h2>none</h2>'
    expect(outlineOf(html)).toEqual([
      { id: 'a&b', level: 2, text: 'Salt & pepper' },
      { id: 'c', level: 3, text: '設計' },
    ])
  })
  it('ends after two hundred sections', () => {
    expect(outlineOf('<h2 id="x">y</h2>'.repeat(300))).toHaveLength(200)
  })
})

describe('the time that reading takes', () => {
  it('counts words, and signs of scripts that write none', () => {
    expect(readingMinutes(`<p>${'word '.repeat(660)}</p>`)).toBe(3)
    expect(readingMinutes(`<p>${'字'.repeat(960)}</p>`)).toBe(2)
    expect(readingMinutes('<p>short</p>')).toBe(1)
  })
  it('is not told of an article without words', () => {
    expect(readingMinutes('<p><img src="/word/word.png" alt="word"></p>')).toBeUndefined()
  })
})

describe('an article that shows nothing', () => {
  it('has neither words nor anything else to see', () => {
    for (const html of ['', '<p></p>', '<p><br></p>', '<p class="auto-cursor-target"> &nbsp;</p>\n<p>\u00a0</p>'])
      expect([html, isBlank(html)]).toEqual([html, true])
    for (const html of [
      '<p>a</p>',
      '<p><img src="/x.png"></p>',
      '<hr>',
      '<table></table>',
      '<div class="panel"></div>',
      '<pre></pre>',
    ])
      expect([html, isBlank(html)]).toEqual([html, false])
  })
})
