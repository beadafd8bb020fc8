import { describe, expect, it } from 'vitest'
import { compose } from '../model/changes.ts'
import type { DiagramObject, ImageObject } from '../model/document.ts'
import { applyStyle, pickStyle, styleObjects, type StyleFields } from './style.ts'
import { after } from './test-changes.ts'
import { connector, group, page, shape } from '../model/test-documents.ts'
import { plainBlock } from './text.ts'

const image: ImageObject = {
  kind: 'image',
  id: 'image',
  parent: null,
  layer: 'l1',
  order: 'a0',
  x: 0,
  y: 0,
  width: 9,
  height: 9,
  media: 'm',
}
const label = { text: plainBlock('yes'), along: 0.5, across: 0 }

/** The object with a look set, having seen that the change is a right one. */
function styled(object: DiagramObject, fields: StyleFields): DiagramObject | undefined {
  return after(page([object]), styleObjects(page([object]), [object.id], fields)).objects[object.id]
}

describe('setting a look', () => {
  it('sets fill, line, opacity and shadow of shapes, and leaves away what is usual', () => {
    const start = shape('a')
    expect(
      styled(start, {
        fill: { kind: 'none' },
        stroke: { colour: '#ff0000', dash: [4, 3] },
        opacity: 0.5,
        shadow: true,
      }),
    ).toMatchObject({
      style: {
        fill: { kind: 'none' },
        stroke: { colour: '#ff0000', width: 1, dash: [4, 3] },
        opacity: 0.5,
        shadow: true,
      },
    })
    const plain = shape('a', {
      style: { ...start.style, stroke: { ...start.style.stroke, dash: [1] }, opacity: 0.3, shadow: true },
    })
    expect(styled(plain, { opacity: 1, shadow: false, stroke: { dash: undefined } })).toStrictEqual(start)
    // A dash that is not named stays.
    expect(styled(plain, { stroke: { width: 3 } })).toMatchObject({ style: { stroke: { dash: [1], width: 3 } } })
  })

  it('shows a line that was without width when it is given a colour', () => {
    const bare = shape('a', { style: { fill: { kind: 'none' }, stroke: { colour: 'none', width: 0 } } })
    expect(styled(bare, { stroke: { colour: '#00ff00' } })).toMatchObject({
      style: { stroke: { colour: '#00ff00', width: 1 } },
    })
    expect(styled(bare, { stroke: { colour: '#00ff00', width: 0 } })).toMatchObject({ style: { stroke: { width: 0 } } })
  })

  it('sets what connectors have; another route begins without corners', () => {
    const line = connector('c', { waypoints: [{ x: 1, y: 2 }], labels: [label], jumps: true })
    expect(
      styled(line, {
        route: 'orthogonal',
        startArrow: 'diamond',
        endArrow: 'none',
        cornerRadius: 8,
        jumps: false,
        text: { bold: true },
        vertical: 'top',
      }),
    ).toEqual({
      ...connector('c'),
      route: 'orthogonal',
      startArrow: 'diamond',
      endArrow: 'none',
      cornerRadius: 8,
      waypoints: [],
      labels: [
        {
          ...label,
          text: {
            ...label.text,
            paragraphs: [
              { align: 'center', runs: [{ text: 'yes', font: 'sans', size: 14, colour: '#22201c', bold: true }] },
            ],
          },
        },
      ],
    })
    expect(styled(line, { route: 'straight' })).toBe(line)
  })

  it('sets what pictures have, and texts', () => {
    const on = (fields: StyleFields) => {
      const start = page([image])
      const change = styleObjects(start, ['image'], fields)
      return change.type === 'update-object' ? change.fields : change
    }
    expect(on({ stroke: { colour: '#0000ff' }, opacity: 0.5 })).toEqual({
      style: { stroke: { colour: '#0000ff', width: 1 }, opacity: 0.5 },
    })
    expect(on({ opacity: 1, shadow: false })).toEqual(compose())
    const written = shape('a', { text: plainBlock('x\ny') })
    expect(styled(written, { text: { size: 20 }, align: 'right', vertical: 'bottom' })).toMatchObject({
      text: {
        vertical: 'bottom',
        paragraphs: [
          { align: 'right', runs: [{ size: 20 }] },
          { align: 'right', runs: [{ size: 20 }] },
        ],
      },
    })
    expect(styled(shape('a'), { text: { size: 20 } })).not.toHaveProperty('text')
    expect(styled(shape('a', { parameters: { radius: 4, header: 9 } }), { parameters: { radius: 6 } })).toMatchObject({
      parameters: { radius: 6, header: 9 },
    })
  })

  it('sets inner margins of texts, one side alone too, and leaves none behind', () => {
    const start = shape('a', { text: plainBlock('Words') })
    const some = styled(start, { padding: { left: 12, top: 4 } })
    expect(some).toMatchObject({ text: { padding: { top: 4, right: 0, bottom: 0, left: 12 } } })
    if (!some) throw new Error('the shape is gone')
    expect(styled(some, { padding: { left: 3 } })).toMatchObject({ text: { padding: { top: 4, left: 3 } } })
    expect(styled(some, { padding: { left: 0, top: 0 } })).toStrictEqual(start)
    expect(styled(shape('a'), { padding: { left: 3 } }), 'without a text').toStrictEqual(shape('a'))
    const line = connector('line', { labels: [label] })
    expect(styled(line, { padding: { left: 3 } })).toStrictEqual(line)
    // The format painter takes them along.
    expect(pickStyle(some)).toMatchObject({ padding: { top: 4, right: 0, bottom: 0, left: 12 } })
  })

  it('gives it to what groups hold, and to nothing that is locked', () => {
    const start = page([group('g'), shape('a', { parent: 'g' }), shape('b', { locked: true }), shape('c')])
    const now = after(start, styleObjects(start, ['g', 'a', 'b', 'gone'], { opacity: 0.2 }))
    expect(
      Object.values(now.objects)
        .filter(object => object !== start.objects[object.id])
        .map(({ id }) => id),
    ).toEqual(['a'])
  })
})

describe('the format painter', () => {
  it('makes others look the same', () => {
    const source = shape('a', {
      shape: 'basic.rounded-rectangle',
      parameters: { radius: 22 },
      text: plainBlock('A', { run: { bold: true, colour: '#ffffff' }, align: 'left' }),
      style: {
        fill: { kind: 'gradient', from: '#000000', to: '#ffffff' },
        stroke: { colour: '#ff0000', width: 3, dash: [2, 1] },
        opacity: 0.8,
        shadow: true,
      },
    })
    const start = page([
      source,
      shape('same', { shape: 'basic.rounded-rectangle', x: 200, text: plainBlock('B', { run: { italic: true } }) }),
      shape('other', { x: 400, style: { ...source.style, stroke: { colour: 'none', width: 0 } } }),
      connector('line', { labels: [label] }),
    ])
    const now = after(start, applyStyle(start, ['same', 'other', 'line'], pickStyle(source)))
    expect(now.objects['same']).toEqual({
      ...source,
      id: 'same',
      x: 200,
      text: plainBlock('B', { run: { bold: true, colour: '#ffffff' }, align: 'left' }),
    })
    expect(now.objects['other']).toMatchObject({ style: source.style, shape: 'basic.rectangle' })
    expect(now.objects['other']).not.toHaveProperty('parameters')
    expect(now.objects['line']).toMatchObject({
      stroke: { colour: '#ff0000', width: 3, dash: [2, 1] },
      opacity: 0.8,
      labels: [{ text: { paragraphs: [{ align: 'left', runs: [{ bold: true }] }] } }],
    })
  })

  it('makes a dashed, seen-through line full again', () => {
    const plain = connector('a', { cornerRadius: 4 })
    const start = page([
      plain,
      connector('b', {
        route: 'curved',
        stroke: { colour: '#ff0000', width: 4, dash: [1, 1] },
        opacity: 0.5,
        startArrow: 'circle',
        jumps: true,
      }),
    ])
    expect(after(start, applyStyle(start, ['b'], pickStyle(plain))).objects['b']).toEqual({ ...plain, id: 'b' })
    expect(pickStyle(group('g'))).toEqual({})
    expect(pickStyle(image)).toEqual({
      stroke: { colour: 'none', width: 1, dash: undefined },
      opacity: 1,
      shadow: false,
    })
  })
})
