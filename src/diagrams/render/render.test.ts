import fc from 'fast-check'
import { SaxesParser } from 'saxes'
import { describe, expect, it } from 'vitest'
import { ARROWS, type DiagramObject, type DiagramDocument } from '../model/document.ts'
import type { RenderedDiagram, RenderOptions } from './contract.ts'
import { renderDiagram } from './render.ts'
import { allArrows, connector, diagram, everything, group, image, PIXEL, run, shape, text } from './test-diagram.ts'

interface Element {
  name: string
  attributes: Record<string, string>
  text: string
}

/** Elements of a picture in their order; fails unless it is well-formed. */
function elements({ svg }: RenderedDiagram): Element[] {
  const found: Element[] = []
  const open: Element[] = []
  const parser = new SaxesParser()
  parser.on('error', error => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes, text: '' }
    found.push(element)
    open.push(element)
  })
  parser.on('text', content => {
    for (const element of open) element.text += content
  })
  parser.on('closetag', () => {
    open.pop()
  })
  parser.write(svg).close()
  return found
}

const render = (objects: readonly DiagramObject[], options?: RenderOptions, more?: Partial<DiagramDocument>) =>
  renderDiagram(diagram(objects, more), options)
const named = (picture: RenderedDiagram, name: string) => elements(picture).filter(element => element.name === name)
const media = { red: { type: 'image/png', data: PIXEL, width: 1, height: 1 } } as const

describe('text from right to left', () => {
  const lines = (words: string, width = 300) =>
    named(render([shape('a', 0, 0, width, 200, { text: text(words, { align: 'left' }) })]), 'text')

  it('is marked as such and stays in its place', () => {
    const [latin] = lines('Hello there.')
    const [hebrew] = lines('שלום לכולם.')
    expect(hebrew?.text).toBe('\u202Bשלום לכולם.\u202C')
    expect(latin?.text).toBe('Hello there.')
    for (const name of ['x', 'text-anchor', 'direction'])
      expect(hebrew?.attributes[name], name).toBe(latin?.attributes[name])
  })
  it('is that of the paragraph, also in lines that begin with another script', () => {
    const hebrew = lines('שלום English words שלום', 60)
    expect(hebrew.length).toBeGreaterThan(1)
    for (const line of hebrew) expect(line.text).toMatch(/^\u202B.*\u202C$/)
    for (const line of lines('English שלום לכולם', 60)) expect(line.text).not.toContain('\u202B')
  })
  it('has the grounds of its runs where they are read', () => {
    const runs = [run('שלום', { background: '#ffff00' }), run(' ארוך מאוד')]
    const picture = render([shape('a', 0, 0, 300, 200, { text: text(runs, { align: 'right' }) })])
    const [ground] = named(picture, 'rect').filter(({ attributes }) => attributes['fill'] === '#ffff00')
    const [line] = named(picture, 'text')
    const right = Number(ground?.attributes['x']) + Number(ground?.attributes['width'])
    expect(right).toBeCloseTo(Number(line?.attributes['x']), 0)
  })
})

describe('a picture', () => {
  it('of everything is well-formed, holds no script, no style and nothing from elsewhere, and is the same each time', () => {
    const objects = [...allArrows(), ...everything()]
    const picture = render(objects, {}, { media })
    const names = new Set(elements(picture).map(({ name }) => name))
    expect([...names].toSorted()).toEqual([
      'clipPath',
      'defs',
      'g',
      'image',
      'linearGradient',
      'path',
      'rect',
      'stop',
      'svg',
      'text',
      'tspan',
    ])
    for (const { attributes } of elements(picture)) {
      for (const [name, value] of Object.entries(attributes)) {
        expect(name).not.toMatch(/^(on|style$|class$)/)
        if (/href|clip-path|url/.test(name + value)) expect(value).toMatch(/^(data:image\/png;base64,|#ox|url\(#ox)/)
        expect(value).not.toMatch(/NaN|Infinity|undefined/)
      }
    }
    expect(render(objects, {}, { media }).svg).toBe(picture.svg)
  })

  it('has each head, turned along its line, and the line made shorter by it', () => {
    for (const arrow of ARROWS) {
      const picture = render([
        connector('c', [0, 100], [0, 0], { endArrow: arrow, stroke: { colour: '#112233', width: 2 } }),
      ])
      const [line, ...head] = named(picture, 'path')
      expect(line?.attributes.d).toMatch(/^M0 100L0 [\d.]+$/)
      const end = Number(line?.attributes.d?.split(' ').at(-1))
      if (arrow === 'none') expect([head.length, end]).toEqual([0, 0])
      else {
        expect(head.length).toBeGreaterThan(0)
        const turned = elements(picture).find(({ attributes }) => attributes.transform?.startsWith('matrix'))
        expect(turned?.attributes.transform).toBe('matrix(0 1 -1 0 0 0)')
      }
      if (['filled', 'hollow', 'diamond', 'hollow-diamond', 'hollow-circle', 'zero-or-many'].includes(arrow))
        expect(end).toBeGreaterThan(5)
    }
  })

  it('begins where what is drawn begins, with a margin, or at the page as Gliffy does', () => {
    const objects = [
      shape('a', 100, 50, 40, 20, { style: { fill: { kind: 'none' }, stroke: { colour: '#000000', width: 2 } } }),
    ]
    expect(render(objects)).toMatchObject({ left: 89, top: 39, width: 62, height: 42 })
    expect(render(objects, { margin: 0 })).toMatchObject({ left: 99, top: 49, width: 42, height: 22 })
    expect(render(objects, { crop: 'page', margin: 20 })).toMatchObject({ left: 0, top: 0, width: 161, height: 91 })
    expect(render([])).toMatchObject({ width: 820, height: 620 })
  })

  it('has the background of the page unless it is not wanted', () => {
    expect(named(render([]), 'rect')[0]?.attributes.fill).toBe('#ffffff')
    expect(named(render([], { background: false }), 'rect')).toEqual([])
  })

  it('shows the layers that the document shows, or those that are asked for, from the lowest to the highest', () => {
    const objects = [
      shape('b', 0, 0, 50, 20, { order: 'b', text: text('second') }),
      shape('a', 0, 0, 50, 20, { order: 'a', text: text('first') }),
      shape('c', 0, 0, 50, 20, { layer: 'l2', text: text('other') }),
      shape('d', 0, 0, 50, 20, { hidden: true, text: text('hidden') }),
    ]
    const texts = (options?: RenderOptions) => named(render(objects, options), 'text').map(element => element.text)
    expect(texts()).toEqual(['first', 'second'])
    expect(texts({ layers: new Set(['l2']) })).toEqual(['other'])
    expect(render(objects).text).toBe('first\nsecond')
  })

  it('shows the page that is asked for', () => {
    const two = diagram([])
    const [page] = two.pages
    if (!page) throw new Error('no page')
    two.pages.push({ ...page, id: 'p2', objects: { x: shape('x', 0, 0, 50, 20, { text: text('on page 2') }) } })
    expect(renderDiagram(two, { pageId: 'p2' }).text).toBe('on page 2')
    expect(renderDiagram(two).text).toBe('')
  })
})

describe('text', () => {
  it('has its colour reach beyond its ends as the label of a line alone, so that no line touches its letters', () => {
    const label = text([run('one ', { background: '#ffffff' }), run('two', { background: '#ffffff', bold: true })])
    const areas = (object: DiagramObject) =>
      named(renderDiagram(diagram([object]), { background: false }), 'rect').map(({ attributes }) =>
        Number(attributes['width']),
      )
    const [first, second] = areas(shape('a', 0, 0, 100, 30, { text: label }))
    const line = areas(connector('c', [0, 0], [200, 0], { labels: [{ text: label, along: 0.5, across: 0 }] }))
    expect(line[0]).toBeCloseTo((first ?? 0) + 2, 1)
    expect(line[1]).toBeCloseTo((second ?? 0) + 2, 1)
  })

  it('stands on whole px of the page, where letters are sharp, unless it is turned', () => {
    const baseline = (y: number, rotation: number) => {
      const label = named(render([shape('a', 0, y, 100, 30, { rotation, text: text('x') })]), 'text')[0]
      return Number(label?.attributes['y'])
    }
    expect([baseline(10, 0), baseline(10.3, 0), baseline(10.6, 0)].map(Number.isInteger)).toEqual([true, true, true])
    expect(baseline(10.3, 5)).toBe(baseline(99.3, 5))
  })

  it('is escaped, without characters that XML lacks', () => {
    const hostile = '</text><script>alert("1")</script>&amp;\u0000\u0008\ud800 ]]>'
    const picture = render([shape('a', 0, 0, 900, 40, { text: text(hostile) })])
    expect(named(picture, 'script')).toEqual([])
    expect(named(picture, 'text')[0]?.text).toBe('</text><script>alert("1")</script>&amp;\ufffd ]]>')
  })

  it('that is turned is written upwards in its area, and widens the picture upwards', () => {
    const title = text('A title beside a lane')
    const lane = (more: object) => [shape('a', 0, 0, 30, 200, { text: { ...title, ...more } })]
    const picture = render(lane({ turned: true }), { margin: 0 })
    const turned = elements(picture).find(({ attributes }) => attributes.transform === 'matrix(0 -1 1 0 0 200)')
    expect(turned?.text).toContain('A title beside a lane')
    // In one line along the strip, which across it would be several.
    expect(named(picture, 'text')).toHaveLength(1)
    expect(named(render(lane({})), 'text').length).toBeGreaterThan(1)
    const long = { ...text('A title that is far longer than the lane that it stands beside'), turned: true }
    const short = render([shape('a', 0, 0, 14, 40, { text: long })], { margin: 0 })
    expect(short.left).toBeLessThan(-1)
  })

  it('has its runs, each with its font, size, weight, slant, lines and colour', () => {
    const picture = render([
      shape('a', 0, 0, 900, 40, {
        text: text([
          run('plain'),
          run('bold', { bold: true, font: 'serif', size: 20 }),
          run('lines', { underline: true, strike: true, italic: true, colour: '#ff000080' }),
          run('marked', { background: '#ffff00' }),
        ]),
      }),
    ])
    const [bold, lines] = named(picture, 'tspan')
    expect(bold?.attributes).toMatchObject({ 'font-weight': 'bold', 'font-size': '20', 'font-style': 'normal' })
    expect(bold?.attributes['font-family']).toMatch(/^Tinos, Times New Roman,.* serif$/)
    expect(lines?.attributes).toMatchObject({
      'text-decoration': 'underline line-through',
      'font-style': 'italic',
      fill: '#ff0000',
      'fill-opacity': '0.5',
    })
    expect(named(picture, 'rect').at(-1)?.attributes.fill).toBe('#ffff00')
    expect(named(picture, 'text')[0]?.text).toBe('plainboldlinesmarked')
  })

  it('is anchored by its alignment', () => {
    const anchor = (align: 'left' | 'center' | 'right') =>
      named(render([shape('a', 10, 10, 100, 40, { text: text('x', { align }) })]), 'text')[0]?.attributes
    expect(anchor('left')).toMatchObject({ x: '10' })
    expect(anchor('center')).toMatchObject({ x: '60', 'text-anchor': 'middle' })
    expect(anchor('right')).toMatchObject({ x: '110', 'text-anchor': 'end' })
  })

  it('is cut off only where it is asked and does not fit, and else widens the picture', () => {
    const long = (overflow: 'show' | 'clip') =>
      render([shape('a', 0, 0, 40, 10, { text: text('much too long for it', { overflow }) })])
    expect(named(long('clip'), 'clipPath')).toHaveLength(1)
    expect(long('clip').height).toBeLessThan(40)
    expect(named(long('show'), 'clipPath')).toEqual([])
    expect(long('show').height).toBeGreaterThan(60)
  })

  it('is never mirrored, alone or in a mirrored group', () => {
    const flipped = render([shape('a', 0, 0, 40, 20, { flipX: true, text: text('x') })])
    expect(flipped.svg).toContain('<g transform="matrix(-1 0 0 1 40 0)">')
    expect(flipped.svg.match(/matrix\(-1 0 0 1 40 0\)/g)).toHaveLength(2)
    const twice = render([
      group('g', 0, 0, 100, 20, { flipX: true }),
      shape('a', 0, 0, 40, 20, { parent: 'g', flipX: true, text: text('x') }),
    ])
    expect(twice.svg).not.toContain('matrix')
  })

  it('is told in reading order', () => {
    const words = [
      ['four', 0, 200],
      ['two', 300, 3],
      ['three', 0, 100],
      ['one', 0, 8],
    ] as const
    const objects = words.map(([word, x, y]) => shape(word, x, y, 50, 20, { text: text(word) }))
    expect(render(objects).text).toBe('one\ntwo\nthree\nfour')
  })
})

describe('objects', () => {
  it('of a turned group are where the group takes them', () => {
    const picture = render([group('g', 100, 100, 40, 20, { rotation: 90 }), shape('a', 0, 0, 10, 10, { parent: 'g' })])
    expect(picture.svg).toContain('transform="matrix(0 1 -1 0 130 90)"')
  })

  it('that the library lacks are labelled boxes, pictures that are gone are marked', () => {
    const picture = render([
      shape('a', 0, 0, 90, 40, { shape: 'other.time-machine' }),
      image('b', '__proto__', 100, 0, 40, 40),
    ])
    expect(named(picture, 'text')[0]?.text).toBe('time-machine')
    expect(named(picture, 'path').at(-1)?.attributes['stroke-dasharray']).toBe('4 3')
    expect(named(picture, 'image')).toEqual([])
  })

  it('show pictures as data, a repeated one once', () => {
    const once = render([image('a', 'red', 0, 0, 40, 30)], {}, { media })
    expect(named(once, 'image')[0]?.attributes.href).toBe(`data:image/png;base64,${PIXEL}`)
    const twice = render([image('a', 'red', 0, 0, 40, 30), image('b', 'red', 50, 0, 20, 20)], {}, { media })
    expect(named(twice, 'image')).toHaveLength(1)
    expect(named(twice, 'use').map(({ attributes }) => attributes.href)).toEqual(
      Array(2).fill(`#${named(twice, 'image')[0]?.attributes.id}`),
    )
    const hostile = { red: { ...media.red, data: `x" onload="alert(1)` } }
    expect(render([image('a', 'red', 0, 0, 40, 30)], {}, { media: hostile }).svg).not.toContain('onload')
  })

  it('cast their shadow to the lower right of the page, whichever way they are turned', () => {
    const shadowOf = (rotation: number) =>
      named(
        render([
          shape('a', 0, 0, 40, 40, {
            rotation,
            style: {
              fill: { kind: 'solid', colour: '#ffffff' },
              stroke: { colour: '#000000', width: 2 },
              shadow: true,
            },
          }),
        ]),
        'path',
      )[0]?.attributes
    // As much larger as half of the line.
    expect(shadowOf(0)).toMatchObject({
      transform: 'matrix(1.025 0 0 1.025 4 4)',
      fill: '#000000',
      'fill-opacity': '0.29',
    })
    expect(shadowOf(90)).toMatchObject({ transform: 'matrix(1.025 0 0 1.025 4 -4)' })
  })

  it('fade without their text and their shadow', () => {
    const picture = render([
      shape('a', 0, 0, 40, 40, {
        style: {
          fill: { kind: 'solid', colour: '#ffffff' },
          stroke: { colour: '#000000', width: 2 },
          shadow: true,
          opacity: 0.4,
        },
        text: text('x'),
      }),
    ])
    const [, faded] = /<g opacity="0.4">(.*?)<\/g>/.exec(picture.svg) ?? []
    expect(faded?.match(/<path/g)).toHaveLength(1)
    expect(picture.svg.match(/<path/g)).toHaveLength(2)
    expect(faded).not.toContain('<text')
  })

  it('have lines of odd width on whole px while they are upright', () => {
    const start = (width: number, rotation = 0) =>
      named(
        render([
          shape('a', 20, 30, 40, 40, {
            rotation,
            style: { fill: { kind: 'none' }, stroke: { colour: '#000000', width } },
          }),
        ]),
        'path',
      )[0]?.attributes['d']?.split(/[A-Z]/)[1]
    expect([start(1), start(3), start(2), start(1.5), start(1, 30)]).toEqual([
      '20.5 30.5',
      '20.5 30.5',
      '20 30',
      '20 30',
      '0 0',
    ])
  })

  it('are drawn where they are on the page, in no group of their own, while they are upright', () => {
    const drawn = (more: object) =>
      render([
        shape('a', 20, 30, 40, 40, {
          style: { fill: { kind: 'solid', colour: '#ffffff' }, stroke: { colour: '#000000', width: 2 } },
          text: text('x'),
          ...more,
        }),
      ]).svg
    // One brings the page to the picture's corner.
    const groups = (more: object) => drawn(more).split('<g transform="').length - 1
    expect(groups({})).toBe(1)
    for (const more of [{ rotation: 30 }, { flipX: true }, { rotation: 180, flipX: true, flipY: true }])
      expect(groups(more)).toBeGreaterThan(1)
  })

  it('with links become areas, the topmost first', () => {
    const link = { kind: 'url', href: 'https://example.com' } as const
    const { areas } = render([
      shape('a', 10, 10, 40, 20, { link, text: text('Below') }),
      shape('b', 30, 10, 40, 20, { link, shape: 'basic.ellipse' }),
      connector('c', [100, 10], [200, 10], { link }),
    ])
    expect(areas.map(({ objectId }) => objectId)).toEqual(['c', 'b', 'a'])
    expect(areas[2]).toMatchObject({ title: 'Below', link })
    expect(areas[2]?.polygon.slice(0, 2)).toEqual([
      { x: 11, y: 11 },
      { x: 51, y: 11 },
    ])
    expect(areas[1]?.polygon.length).toBeGreaterThan(20)
  })
})

describe('hostile and broken values', () => {
  it('never make it throw or write what is no number', () => {
    const number = fc.oneof(
      fc.double({ min: -1e5, max: 1e5 }),
      fc.constantFrom(Number.NaN, Infinity, -Infinity, 0, -5, 1e300),
    )
    const point = fc.tuple(number, number)
    const objects = fc.array(
      fc.tuple(
        fc.constantFrom('shape', 'connector', 'image', 'group'),
        number,
        number,
        number,
        number,
        point,
        fc.nat(9),
      ),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(objects, rows => {
        const made = rows.map(([kind, x, y, width, height, at, other], index): DiagramObject => {
          const id = `o${index}`
          const place = { parent: other % 3 === 0 ? `o${other}` : null, rotation: x }
          if (kind === 'shape')
            return shape(id, x, y, width, height, { ...place, text: text([run('text', { size: width })]) })
          if (kind === 'image') return image(id, 'red', x, y, width, height, place)
          if (kind === 'group') return group(id, x, y, width, height, place)
          return connector(id, [x, y], at, {
            route: (['straight', 'orthogonal', 'curved'] as const)[other % 3] ?? 'straight',
            waypoints: other > 6 ? [{ x: width, y: height }] : [],
            jumps: true,
            stroke: { colour: '#000000', width, dash: [height, 1] },
            endArrow: ARROWS[other + 5] ?? 'none',
            cornerRadius: x,
            to: {
              at: { x: at[0], y: at[1] },
              attached: { objectId: `o${other}`, anchor: other % 2 === 0 ? null : { x: 0.5, y: 1 } },
            },
            labels: [{ text: text('label'), along: x, across: 0 }],
          })
        })
        const picture = render(made, {}, { media })
        elements(picture)
        expect(picture.svg).not.toMatch(/NaN|Infinity|e[+-]\d/)
        expect(Number.isFinite(picture.width * picture.height)).toBe(true)
      }),
      { seed: 11, numRuns: 400 },
    )
  })

  it('leave out what lies in a circle of parents', () => {
    const objects = [
      shape('a', 0, 0, 10, 10, { parent: 'b' }),
      shape('b', 0, 0, 10, 10, { parent: 'a' }),
      shape('c', 0, 0, 10, 10, { parent: 'gone' }),
    ]
    expect(named(render(objects), 'path')).toHaveLength(1)
  })

  it('do not let dashes of no length or colours that are none through', () => {
    const picture = render([
      shape('a', 0, 0, 10, 10, {
        style: {
          fill: { kind: 'solid', colour: '#12"><script/>' },
          stroke: { colour: '#000000', width: 1, dash: [0, 0.0001] },
        },
      }),
    ])
    expect(named(picture, 'path')[0]?.attributes).toMatchObject({ fill: 'none', stroke: '#000000' })
    expect(picture.svg).not.toContain('dasharray')
  })
})
