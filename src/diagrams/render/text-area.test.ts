import { describe, expect, it } from 'vitest'
import type { ShapeObject, TextBlock } from '../model/document.ts'
import { shape } from '../model/test-documents.ts'
import { findShape, SHAPES } from '../shapes/library.ts'
import { flattenPath } from '../model/geometry/path.ts'
import { parametersOf } from './scene.ts'
import { textAreaOf } from './text-area.ts'
import { layoutText, widestWord } from './text-layout.ts'

const words = (text: string, fields: Partial<TextBlock> = {}): TextBlock => ({
  vertical: 'middle',
  paragraphs: [{ align: 'center', runs: [{ text, font: 'sans', size: 14, colour: '#000000' }] }],
  ...fields,
})

/** The corners of a shape's lines of text. */
function cornersOf(object: ShapeObject, block: TextBlock): { x: number; y: number }[] {
  const area = textAreaOf(object, block)
  return layoutText(block, area.width, area.height)
    .lines.flatMap(({ x, y, width, height }) => [
      [x, y],
      [x + width, y],
      [x, y + height],
      [x + width, y + height],
    ])
    .map(([x = 0, y = 0]) => ({ x: area.x + x, y: area.y + y }))
}

/** Whether a place is inside the outline, by the number of its edges to the right. */
function isIn(object: ShapeObject, { x, y }: { x: number; y: number }): boolean {
  const definition = findShape(object.shape)
  if (!definition) throw new Error(`there is no ${object.shape}`)
  const parameters = parametersOf(definition, object.parameters)
  const d = definition.outline?.(object, parameters) ?? definition.paths(object, parameters)[0]?.d ?? ''
  let edges = 0
  for (const polygon of flattenPath(d)) {
    polygon.forEach((from, at) => {
      const to = polygon[(at + 1) % polygon.length]
      if (to && from.y > y !== to.y > y && x < from.x + ((to.x - from.x) * (y - from.y)) / (to.y - from.y)) edges++
    })
  }
  return edges % 2 === 1
}

const fitted = SHAPES.filter(({ textWithin }) => textWithin)

describe('text within an outline', () => {
  it('keeps within it in every shape that is slanted or round, at every proportion', () => {
    expect(fitted.length).toBeGreaterThan(60)
    const seen = ['Paid', 'Paid or not', 'Paid or not paid, and by whom and when it was']
    for (const { id } of fitted) {
      for (const [width, height] of [
        [300, 240],
        [500, 160],
        [170, 400],
      ] as const) {
        const object = shape('a', { shape: id, width, height }) as ShapeObject
        for (const text of seen) {
          const block = words(text)
          const outside = cornersOf(object, block).filter(corner => !isIn(object, corner))
          const area = textAreaOf(object, block)
          // Some have no room for so many words; nothing is asked of those.
          if (layoutText(block, area.width, area.height).height <= area.height + 0.5)
            expect(outside, `${id} ${width}×${height} “${text}”`).toEqual([])
          else expect(text, `${id} ${width}×${height}`).toBe(seen[2])
        }
      }
    }
  })

  it('takes the widest place that is high enough, so that a line is broken late and a word never', () => {
    const diamond = (width: number, height: number) =>
      shape('a', { shape: 'flowchart.decision', width, height }) as ShapeObject
    const linesIn = (object: ShapeObject, block: TextBlock) =>
      layoutText(block, textAreaOf(object, block).width, 0).lines.length
    expect(linesIn(diamond(110, 80), words('Is it paid?'))).toBe(1)
    expect(linesIn(diamond(160, 100), words('Has the order been paid?'))).toBe(2)
    const long = words('Authentication')
    expect(linesIn(diamond(110, 80), long)).toBe(1)
    expect(
      linesIn(shape('a', { shape: 'basic.arrow-down', width: 60, height: 110 }) as ShapeObject, words('accepted')),
    ).toBe(1)
    expect(textAreaOf(diamond(110, 80), long).width).toBeGreaterThanOrEqual(Math.min(widestWord(long), 104))
  })

  it('stands at an edge in the roomiest place when it is to stand there', () => {
    const ellipse = shape('a', { shape: 'basic.ellipse', width: 200, height: 100 }) as ShapeObject
    const { x, y, width, height } = textAreaOf(ellipse, words('Top', { vertical: 'top' }))
    expect(y).toBeGreaterThan(5)
    expect(y).toBeLessThan(20)
    expect(width * height).toBeGreaterThan(0.45 * 200 * 100)
    expect(x + width / 2).toBeCloseTo(100, 0)
  })

  it('is where an imported document has it: padding counts from the area that it always counted from', () => {
    const padding = { top: 3, right: 4, bottom: 5, left: 6 }
    for (const { id } of fitted) {
      const object = shape('a', { shape: id, width: 110, height: 80 }) as ShapeObject
      const definition = findShape(id)
      expect(textAreaOf(object, words('Some words', { padding })), id).toEqual(
        definition?.textArea?.(object, parametersOf(definition, undefined)) ?? { x: 0, y: 0, width: 110, height: 80 },
      )
    }
  })

  it('is found for the smallest of shapes and the longest of texts', () => {
    for (const { id } of fitted) {
      for (const [width, height] of [
        [0, 0],
        [1, 1],
        [8, 300],
        [300, 8],
      ] as const) {
        const area = textAreaOf(shape('a', { shape: id, width, height }) as ShapeObject, words('word '.repeat(100)))
        expect(
          Object.values(area).every(value => Number.isFinite(value)),
          id,
        ).toBe(true)
        expect(Math.min(area.width, area.height), id).toBeGreaterThanOrEqual(0)
      }
    }
  })
})
