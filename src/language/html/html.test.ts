import { describe, expect, it } from 'vitest'
import { empty, fragment, h, HtmlTooLargeError, settle, text } from './html.ts'
import { isColour, isLength, safeStyle } from './style.ts'
import { isAbsolute, safeImage, safeLink } from './url.ts'

describe('h', () => {
  it('escapes text and attribute values', async () => {
    const html = h('p', { title: '"<&>' }, '<b>&"', h('br'), 7, undefined, false, text('>'))
    expect(await settle(html)).toBe('<p title="&quot;&lt;&amp;&gt;">&lt;b&gt;&amp;"<br>7&gt;</p>')
  })

  it('keeps drawings and formulas from loading and running anything', async () => {
    const attributes = { onload: 'x', href: 'https://example.com', fill: 'url(https://example.com/#a)', width: 10 }
    expect(await settle(h('svg', attributes, h('rect', { stroke: 'red', filter: 'url(#a)' })))).toBe(
      '<svg width="10"><rect stroke="red"></rect></svg>',
    )
    expect(await settle(h('math', { href: 'javascript:x', display: 'block' }, h('mi', { actiontype: 'x' }, '<')))).toBe(
      '<math display="block"><mi>&lt;</mi></math>',
    )
  })

  it('refuses elements that are not listed', () => {
    for (const name of [
      'script',
      'style',
      'iframe',
      'object',
      'base',
      'meta',
      'link',
      'p onclick',
      'foreignObject',
      'image',
      'use',
      'animate',
      'set',
      'title',
      'annotation-xml',
      'maction',
      'mglyph',
      'P',
    ]) {
      expect(() => h(name)).toThrow(TypeError)
    }
  })

  it.each([
    ['a', { href: 'javascript:alert(1)' }, '<a></a>'],
    ['a', { href: ' java\tscript:alert(1)' }, '<a></a>'],
    ['a', { href: '/x?a=1&b=2#c' }, '<a href="/x?a=1&amp;b=2#c"></a>'],
    ['a', { onclick: 'x', srcdoc: 'y', href: '#a' }, '<a href="#a"></a>'],
    ['a', { target: 'top', 'data-x': 1, 'aria-label': 'y', 'data-"': 'z' }, '<a data-x="1" aria-label="y"></a>'],
    ['img', { src: 'data:image/svg+xml;base64,AAAA', alt: '' }, '<img alt="">'],
    ['img', { src: 'data:image/png;base64,AAAA', alt: 'x' }, '<img src="data:image/png;base64,AAAA" alt="x">'],
    ['p', { style: 'color: red; background: url(x)', href: '/x' }, '<p style="color: red"></p>'],
    ['form', { action: 'https://evil.example', method: 'dialog' }, '<form></form>'],
    ['form', { action: '//evil.example' }, '<form></form>'],
    ['form', { action: '/\\evil.example' }, '<form></form>'],
    [
      'form',
      { action: '/dosearchsite.action', method: 'get' },
      '<form action="/dosearchsite.action" method="get"></form>',
    ],
    ['input', { type: 'password', name: 'x' }, '<input name="x">'],
    ['button', { type: 'submit', formaction: '/x', disabled: true }, '<button type="submit" disabled=""></button>'],
  ] as const)('%s %j comes out as %s', async (name, attributes, expected) => {
    expect(await settle(h(name, attributes))).toBe(expected)
  })
})

describe('settle', () => {
  it('waits for parts that come later, in their places', async () => {
    const later = Promise.resolve(h('b', {}, 'late'))
    expect(await settle(fragment(['a', h('p', {}, later), empty, 'z']))).toBe('a<p><b>late</b></p>z')
  })

  it('passes on the error of a part', async () => {
    const broken = fragment(['a', Promise.reject(new Error('no'))])
    await new Promise(resolve => setImmediate(resolve))
    await expect(settle(broken)).rejects.toThrow('no')
  })

  it('stops at the limit', async () => {
    await expect(settle(text('x'.repeat(11)), 10)).rejects.toThrow(HtmlTooLargeError)
    expect(await settle(text('x'.repeat(10)), 10)).toHaveLength(10)
  })

  it('bears any depth', async () => {
    let html = text('x')
    for (let n = 0; n < 50_000; n++) html = fragment([html])
    expect(await settle(html)).toBe('x')
  })
})

describe('safeLink', () => {
  it.each([
    'http://a',
    'https://a',
    'mailto:a@b',
    'tel:+1',
    'ftp://a',
    'HTTPS://a',
    '/a:b',
    'a',
    '#a:b',
    '?a:b',
    './a:b',
    '//host/x',
  ])('lets %s through', url => {
    expect(safeLink(url)).toBe(url)
  })
  it.each([
    'javascript:x',
    'JaVaScRiPt:x',
    'java\nscript:x',
    '\u0001javascript:x',
    '\u00a0javascript:x',
    'vbscript:x',
    'data:text/html,x',
    'data:image/png;base64,AA',
    'file:///x',
    'blob:x',
    'about:blank',
    'x-y:z',
    'view-source:http://a',
  ])('stops %j', url => {
    expect(safeLink(url)).toBeUndefined()
  })
  it('lets images come from raster data alone', () => {
    expect(safeImage(' data:image/webp;base64,AA== ')).toBe('data:image/webp;base64,AA==')
    expect(safeImage('data:image/svg+xml;base64,AA==')).toBeUndefined()
    expect(safeImage('data:image/png,<svg onload=x>')).toBeUndefined()
    expect(safeImage('mailto:a')).toBeUndefined()
    expect(safeImage('/x.png')).toBe('/x.png')
  })
  it('knows what leads away', () => {
    expect(['http://a', '//a', 'mailto:x'].map(isAbsolute)).toEqual([true, true, true])
    expect(['/a', 'a', '#a', '?x=http://'].map(isAbsolute)).toEqual([false, false, false, false])
  })
})

describe('safeStyle', () => {
  it.each([
    ['color: rgb(51,51,51);', 'color: rgb(51,51,51)'],
    ['COLOR:RED;Text-Align : center', 'color: RED; text-align: center'],
    ['width: 33.3%; height: 2em', 'width: 33.3%; height: 2em'],
    ['border: 1px solid #ccc; margin: 0 auto', 'border: 1px solid #ccc; margin: 0 auto'],
    ['list-style-type: lower-roman', 'list-style-type: lower-roman'],
  ])('keeps %j', (style, expected) => {
    expect(safeStyle(style)).toBe(expected)
  })
  it.each([
    'position: fixed',
    'background: url(https://x)',
    'background-image: url(x)',
    'width: calc(1px)',
    'width: expression(alert(1))',
    'color: var(--x)',
    'margin-left: -9999px',
    'z-index: 9',
    'behavior: url(x)',
    '-moz-binding: url(x)',
    'color: red\\3b position: fixed',
    'color: "x"',
    'color: red/**/',
    'content: x',
    'width: 999999px',
    'display: none',
    'opacity: 0',
    'color',
    '',
  ])('drops %j', style => {
    expect(safeStyle(style)).toBeUndefined()
  })
  it('knows colours and lengths', () => {
    expect(['#fff', 'rebeccapurple', 'hsl(1,2%,3%)', 'rgba(1, 2, 3, 0.5)'].map(isColour)).toEqual(Array(4).fill(true))
    expect(['url(x)', '#ff', 'red;', ''].map(isColour)).toEqual(Array(4).fill(false))
    expect(['20px', '40%', '0', '-1px', '20', '1px 2px'].map(isLength)).toEqual([true, true, true, false, false, false])
  })
})
