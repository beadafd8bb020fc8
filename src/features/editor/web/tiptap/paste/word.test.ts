import { describe, expect, it } from 'vitest'
import { cleanHtml } from './word.ts'

/** An item as Word writes it to the clipboard; `comment` as its newer versions do. */
const item = (level: number, marker: string, text: string, list = 'l0', comment = false) => {
  const [open, close] = comment
    ? ['<!--[if !supportLists]-->', '<!--[endif]-->']
    : ['<![if !supportLists]>', '<![endif]>']
  return (
    `<p class=MsoListParagraphCxSpMiddle style='margin-left:${level * 36}.0pt;text-indent:-18.0pt;mso-list:${list} level${level} lfo1'>${open}<span ` +
    `style='font-family:Symbol;mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span>${close}${text}<o:p></o:p></p>`
  )
}
const words = (html: string) => cleanHtml(html).replaceAll('<o:p></o:p>', '').replace(/>\s+</g, '><')

describe('what Word puts into the clipboard', () => {
  it('has its lists as lists, nested by level', () => {
    expect(
      words(
        `<p class=MsoNormal>Before</p>\n${item(1, '·', 'a')}\n${item(2, 'o', 'b')}\n${item(2, 'o', 'c')}\n${item(1, '·', 'd', 'l0', true)}<p class=MsoNormal>After</p>`,
      ),
    ).toBe(
      '<p class=MsoNormal>Before</p><ul><li><p>a</p><ul><li><p>b</p></li><li><p>c</p></li></ul></li><li><p>d</p></li></ul><p class=MsoNormal>After</p>',
    )
  })

  it('has numbered lists as such, with the number that they begin with', () => {
    expect(words(item(1, '3.', 'a') + item(1, '4.', 'b') + item(2, '(a)', 'c') + item(2, '·', 'd'))).toBe(
      '<ol start="3"><li><p>a</p></li><li><p>b</p><ol><li><p>c</p></li></ol><ul><li><p>d</p></li></ul></li></ol>',
    )
    expect(words(item(1, '1.', 'a') + item(1, '1.', 'b', 'l1'))).toBe(
      '<ol><li><p>a</p></li></ol><ol><li><p>b</p></li></ol>',
    )
  })

  it('may skip a level, and need no conditional comments', () => {
    expect(words(item(1, '·', 'a') + item(3, '§', 'b') + item(2, 'o', 'c'))).toBe(
      '<ul><li><p>a</p><ul><li><p>b</p></li></ul><ul><li><p>c</p></li></ul></li></ul>',
    )
    expect(
      words('<p style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·<span>&nbsp; </span></span>a</p>'),
    ).toBe('<ul><li><p>a</p></li></ul>')
  })

  it('is not touched otherwise', () => {
    expect(cleanHtml('<p>mso-list</p>')).toBe('<p>mso-list</p>')
  })

  it('is read in time whatever it holds', () => {
    for (const part of [
      '<p mso-list:l0 level1>',
      '<p style="mso-list: l0 ',
      '<style>',
      '<!--[if !supportLists]-->',
      '<span mso-list: Ignore>',
    ]) {
      expect(cleanHtml(part.repeat(2000)).length).toBeGreaterThan(0)
    }
  })
})
