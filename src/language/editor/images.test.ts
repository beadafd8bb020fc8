import { describe, expect, it } from 'vitest'
import { changeImage, imageView, type ImageChange } from './images.ts'

const file = '<ri:attachment ri:filename="a.png" />'
const image = (attributes = '', inner = file) => `<ac:image${attributes && ` ${attributes}`}>${inner}</ac:image>`

describe('a picture in the editor', () => {
  it.each<[string, ImageChange, string]>([
    ['', { width: 300 }, 'ac:width="300"'],
    ['ac:width="300"', { width: undefined }, ''],
    ['ac:height="250"', { width: 300 }, 'ac:width="300"'],
    ['ac:height="100" ac:width="200"', { width: 300 }, 'ac:height="150" ac:width="300"'],
    ['ac:thumbnail="true" ac:width="300"', { width: 640 }, 'ac:width="640"'],
    [
      'ac:original-height="400" ac:original-width="800" ac:width="90"',
      { width: 200 },
      'ac:original-height="400" ac:original-width="800" ac:width="200" ac:custom-width="true"',
    ],
    ['', { placement: 'center' }, 'ac:align="center"'],
    ['', { placement: 'left' }, 'ac:align="left" ac:layout="align-start"'],
    ['', { placement: 'wrapRight' }, 'ac:align="right"'],
    ['ac:align="center" ac:layout="center"', { placement: 'wrapLeft' }, 'ac:align="left" ac:layout="wrap-left"'],
    ['ac:align="left" ac:layout="align-start"', { placement: undefined }, ''],
    ['ac:align="right" ac:style="float: right;"', { placement: 'center' }, 'ac:align="center"'],
    ['ac:alt="a" ac:local-id="7"', { alt: '', hasBorder: true }, 'ac:local-id="7" ac:border="true"'],
    ['ac:border="true"', { hasBorder: false }, ''],
  ])('%s with %j is %s', (before, change, after) => {
    expect(changeImage(image(before), change)).toBe(image(after))
  })

  it('keeps what a change does not name, and gives captions the form of newer pages', () => {
    const captioned = changeImage(image('ac:foo="1"'), { caption: 'A < B' })
    expect(captioned).toBe(image('ac:foo="1"', `${file}<ac:caption><p>A &lt; B</p></ac:caption>`))
    expect(imageView(captioned)).toMatchObject({ caption: 'A < B', isCaptionFormatted: false })
    expect(changeImage(captioned, { width: 20 })).toContain('<ac:caption><p>A &lt; B</p></ac:caption>')
    expect(changeImage(captioned, { caption: '' })).toBe(image('ac:foo="1"'))
    const linked = image('', `${file}<ac:caption>See <a href="/x">this</a></ac:caption>`)
    expect(imageView(linked)).toMatchObject({ caption: 'See this', isCaptionFormatted: true })
  })

  it('shows another file in its place without the size of the old one', () => {
    const before = image(
      'ac:original-height="4" ac:original-width="8" ac:width="90"',
      `${file}<ac:caption>C</ac:caption>`,
    )
    expect(changeImage(before, { target: { kind: 'attachment', filename: 'b.png' } })).toBe(
      image('ac:width="90"', '<ri:attachment ri:filename="b.png" /><ac:caption>C</ac:caption>'),
    )
  })

  it.each([
    ['ac:align="left"', 'wrapLeft'],
    ['ac:align="left" ac:layout="align-start"', 'left'],
    ['ac:layout="align-end"', 'right'],
    ['ac:layout="wrap-right"', 'wrapRight'],
    ['ac:align="center" ac:layout="wide"', 'center'],
    ['ac:align="justify"', undefined],
  ])('%s is placed %s', (written, placement) => {
    expect(imageView(image(written)).placement).toBe(placement)
  })

  it('takes width and description of an element of HTML alone', () => {
    const html = '<img src="/x.png" height="10" width="20" />'
    expect(changeImage(html, { width: 40, alt: 'X', hasBorder: true, placement: 'left', caption: 'C' })).toBe(
      '<img src="/x.png" height="20" width="40" alt="X" />',
    )
  })
})
