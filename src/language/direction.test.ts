import { describe, expect, it } from 'vitest'
import { listDirection, textDirection, writtenDirection } from './direction.ts'
import { htmlOf } from './testing.ts'

const HEBREW = 'שלום עולם.'
const ARABIC = 'مرحبا بالعالم.'
const macro = (name: string, body: string, parameters = '') =>
  `<ac:structured-macro ac:name="${name}">${parameters}<ac:rich-text-body>${body}</ac:rich-text-body></ac:structured-macro>`

describe('the direction of a text', () => {
  it.each([
    [HEBREW, 'rtl'],
    [ARABIC, 'rtl'],
    ['123 – (שלום)', 'rtl'],
    ['English, then שלום', 'ltr'],
    ['\u200Fx', 'rtl'],
    ['𞤀𞤁', 'rtl'],
    ['漢字', 'ltr'],
    ['12:30 – 14:00', undefined],
    ['٣', undefined],
    ['', undefined],
  ])('%s', (text, direction) => {
    expect(textDirection(text)).toBe(direction)
  })
  it('that an author wrote is in the style, else in the attribute', () => {
    expect(writtenDirection({ style: 'color: red; direction: RTL', dir: 'ltr' })).toBe('rtl')
    expect(writtenDirection({ dir: 'rtl' })).toBe('rtl')
    expect(writtenDirection({ dir: 'auto' })).toBe('auto')
    expect(writtenDirection({ style: 'flex-direction: row', dir: 'up' })).toBe(undefined)
  })
  it('of a list is that of most of it', () => {
    expect(listDirection(['API', 'שלום', 'עולם'])).toBe('rtl')
    expect(listDirection(['One', 'שלום'])).toBe(undefined)
    expect(listDirection([])).toBe(undefined)
  })
})

describe('a rendered page', () => {
  /** Names of the elements that have a direction, with it. */
  const directed = async (storage: string) =>
    [...(await htmlOf(storage)).matchAll(/<(\w+)(?: [^>]*)? dir="(\w+)"|<(\w+) dir="(\w+)"/g)].map(
      ([, a, b, c, d]) => `${a ?? c} ${b ?? d}`,
    )

  it('has no directions where all is written from left to right', async () => {
    expect(await directed('<p>a</p><ul><li>b</li></ul><table><tbody><tr><td>c</td></tr></tbody></table>')).toEqual([])
    expect(await directed(`<p>English with ${HEBREW}</p>`)).toEqual([])
  })
  it.each(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'div'])('has that of a %s', async name => {
    expect(await directed(`<${name}><strong>1. </strong>${HEBREW}</${name}><p>Left</p>`)).toEqual([`${name} rtl`])
  })
  it('has it on the blocks whose marks and columns depend on it, and not again in them', async () => {
    expect(await directed(`<ul><li>${HEBREW}</li><li><p>${ARABIC}</p><ol><li>123</li></ol></li></ul>`)).toEqual([
      'ul rtl',
    ])
    expect(
      await directed(
        `<table><tbody><tr><th>ID</th><th>${HEBREW}</th></tr><tr><td>1</td><td><p>${HEBREW}</p></td></tr></tbody></table>`,
      ),
    ).toEqual(['table rtl', 'th ltr'])
    expect(await directed(`<dl><dt>${HEBREW}</dt><dd>${HEBREW}</dd></dl>`)).toEqual(['dl rtl'])
    expect(
      await directed(
        `<ac:task-list><ac:task><ac:task-id>1</ac:task-id><ac:task-status>incomplete</ac:task-status><ac:task-body><span>${HEBREW}</span></ac:task-body></ac:task></ac:task-list>`,
      ),
    ).toEqual(['ul rtl'])
    expect(
      await directed(
        `<ac:layout><ac:layout-section ac:type="two_equal"><ac:layout-cell><p>${HEBREW}</p></ac:layout-cell><ac:layout-cell><p>English</p></ac:layout-cell></ac:layout-section></ac:layout>`,
      ),
    ).toEqual(['div rtl', 'p ltr'])
    for (const name of ['info', 'panel', 'expand', 'section', 'nobody-knows'])
      expect(await directed(macro(name, `<p>${HEBREW}</p>`)), name).toHaveLength(1)
  })
  it('has it on the blocks in it that differ', async () => {
    expect(await directed(`<ul><li>${HEBREW}</li><li>${HEBREW}</li><li>English</li></ul>`)).toEqual([
      'ul rtl',
      'li ltr',
    ])
    expect(await directed(`<ul><li>One</li><li>Two</li><li>${HEBREW}</li></ul>`)).toEqual(['li rtl'])
    expect(await directed(`<ul><li>${HEBREW}<ul><li>One</li><li>Two</li></ul></li></ul>`)).toEqual(['li rtl', 'ul ltr'])
  })
  it('goes by the titles that links show, and not by parameters or code', async () => {
    expect(await directed(`<p><ac:link><ri:page ri:content-title="${HEBREW}" /></ac:link></p>`)).toEqual(['p rtl'])
    const code = `<ac:structured-macro ac:name="code"><ac:plain-text-body><![CDATA[// ${HEBREW}]]></ac:plain-text-body></ac:structured-macro>`
    expect(await directed(`${code}<p>Left</p>`)).toEqual([])
  })
  it('has tables of contents in the direction of the headings', async () => {
    const html = await htmlOf(`<ac:structured-macro ac:name="toc" /><h1>${HEBREW}</h1><h1>${ARABIC}</h1>`)
    expect(html).toMatch(/<div dir="rtl" class="toc-macro/)
  })
  it('leaves a direction that the author has set, with all that is in it', async () => {
    expect(await htmlOf('<p style="direction: rtl;">x</p>')).toBe('<p style="direction: rtl">x</p>')
    expect(await htmlOf(`<div style="direction: rtl; color: red"><p>x</p><p>${HEBREW}</p></div>`)).toBe(
      `<div style="direction: rtl; color: red"><p>x</p><p>${HEBREW}</p></div>`,
    )
    expect(await htmlOf(`<p dir="ltr">${HEBREW}</p>`)).toBe(`<p dir="ltr">${HEBREW}</p>`)
    expect(await htmlOf('<span style="unicode-bidi: bidi-override; direction: rtl">x</span>')).toBe(
      '<span style="direction: rtl">x</span>',
    )
  })
})
