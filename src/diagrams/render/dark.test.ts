import { expect, it } from 'vitest'
import type { Colour } from '../model/document.ts'
import { contrast, DARK_PAPER, darkColour, darkDocument, darkInk, darkObject } from './dark.ts'
import { renderDiagram } from './render.ts'
import { diagram, everything, image, PIXEL, run, shape, text } from './test-diagram.ts'

const COLOURS: Colour[] = [
  '#000000',
  '#ffffff',
  '#808080',
  '#ff0000',
  '#00ff00',
  '#0000ff',
  '#ffff00',
  '#00ffff',
  '#ff00ff',
  '#17598f',
  '#fcefd2',
  '#1f6f69',
]

const lightness = (colour: Colour) => contrast(colour, '#000000')

it('turns light and dark over, and keeps the hue and the opacity', () => {
  expect(contrast(darkColour('#000000'), DARK_PAPER)).toBeGreaterThan(10)
  const greys: Colour[] = ['#000000', '#444444', '#888888', '#cccccc', '#ffffff']
  const turned = greys.map(grey => lightness(darkColour(grey)))
  expect(turned).toEqual(turned.toSorted((a, b) => b - a))
  expect(darkColour('#ffffff80')).toBe(`${DARK_PAPER}80`)
  const [red, green, blue] = [1, 3, 5].map(at => Number.parseInt(darkColour('#fde8e6').slice(at, at + 2), 16))
  expect(red).toBeGreaterThan(green ?? 0)
  expect(red).toBeGreaterThan(blue ?? 0)
})

it('leaves text as legible as it was, on every ground', () => {
  for (const ink of COLOURS) {
    for (const ground of COLOURS) {
      const wanted = Math.min(4.5, contrast(ink, ground))
      expect(contrast(darkInk(ink, ground), darkColour(ground)), `${ink} on ${ground}`).toBeGreaterThanOrEqual(
        wanted - 0.01,
      )
    }
  }
})

it('draws a document dark without changing it, its pictures untouched', () => {
  const document = diagram([...everything(), image('picture', 'pixel', 0, 0, 20, 20)], {
    media: { pixel: { type: 'image/png', data: PIXEL, width: 1, height: 1 } },
  })
  const before = JSON.stringify(document)
  const dark = darkDocument(document)
  expect(JSON.stringify(document)).toBe(before)
  expect(dark.media).toBe(document.media)
  const [light, night] = [renderDiagram(document), renderDiagram(dark)]
  expect([night.width, night.height, night.areas]).toEqual([light.width, light.height, light.areas])
  expect(night.svg).not.toBe(light.svg)
  expect(night.svg).toContain(PIXEL)
  // Ids are made of what they name.
  const withoutColours = (svg: string) => svg.replaceAll(/#[0-9a-f]{6}|ox[0-9a-z]{8,}/g, '')
  expect(withoutColours(night.svg)).toBe(withoutColours(light.svg))
})

it('reads text against what is behind it: the fill, the sheet below an icon, its own background', () => {
  const inkOf = (more: Parameters<typeof shape>[5], paper: Colour | null = '#ffffff') =>
    darkObject(shape('a', 0, 0, 60, 60, more), paper).text?.paragraphs[0]?.runs[0]?.colour ?? '#000000'
  const blue = { fill: { kind: 'solid', colour: '#17598f' }, stroke: { colour: 'none', width: 0 } } as const
  const white = text([run('Words', { colour: '#ffffff' })])
  expect(contrast(inkOf({ style: blue, text: white }), darkColour('#17598f'))).toBeGreaterThanOrEqual(4.5)
  const dark = text([run('Words', { colour: '#333333' })])
  expect(contrast(inkOf({ style: blue, shape: 'cloud.compute', text: dark }), DARK_PAPER)).toBeGreaterThanOrEqual(4.5)
  const marked = text([run('Words', { colour: '#ffffff', background: '#17598f' })])
  expect(contrast(inkOf({ text: marked }), darkColour('#17598f'))).toBeGreaterThanOrEqual(4.5)
})

it('gives the same object again, so that what is cached for it holds', () => {
  const object = shape('a', 0, 0, 60, 60, { text: text([run('Words')]) })
  expect(darkObject(object, null)).toBe(darkObject(object, null))
})
