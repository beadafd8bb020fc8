/** Pools, lanes and phases. */
import type { ShapeDefinition } from './contract.ts'
import { shape } from './define.ts'
import { header, headerLeft, left, top } from './header.ts'
import { body, dark, line, polygon, rect, strokes, whole } from './paths.ts'

/** A pool with a title and lanes of equal size. */
function pool(direction: 'horizontal' | 'vertical', lanes: number): ShapeDefinition {
  const isWide = direction === 'horizontal'
  const words = ['', 'One', 'Two', 'Three', 'Four', 'Five'][lanes] ?? String(lanes)
  return shape(
    `swimlane.${direction}-${lanes}`,
    `${words} ${direction} ${lanes === 1 ? 'lane' : 'lanes'}`,
    isWide ? [600, lanes === 1 ? 160 : lanes * 100] : [lanes === 1 ? 200 : lanes * 160, 400],
    (w, h, p) => {
      const title = Math.min(p.header, isWide ? w : h)
      const lines = Array.from({ length: lanes - 1 }, (_, at) => {
        const part = (at + 1) / lanes
        return isWide ? line(title, h * part, w, h * part) : line(w * part, title, w * part, h)
      })
      return [
        body(whole(w, h)),
        dark(isWide ? rect(0, 0, title, h) : rect(0, 0, w, title)),
        ...(lines.length ? [strokes(...lines)] : []),
      ]
    },
    {
      parameters: isWide ? headerLeft : header,
      keywords: 'pool lane swimlane bpmn',
      container: true,
      text: isWide ? left : top,
      turnsText: isWide,
    },
  )
}

const lane = (id: string, name: string, isWide: boolean) =>
  shape(
    id,
    name,
    isWide ? [460, 120] : [140, 320],
    (w, h, p) => [
      body(whole(w, h)),
      strokes(
        isWide
          ? line(Math.min(p.header, w), 0, Math.min(p.header, w), h)
          : line(0, Math.min(p.header, h), w, Math.min(p.header, h)),
      ),
    ],
    {
      parameters: isWide ? headerLeft : header,
      keywords: 'pool swimlane',
      container: true,
      text: isWide ? left : top,
      turnsText: isWide,
    },
  )

export const swimlaneShapes = [
  ...[1, 2, 3, 4, 5].map(lanes => pool('horizontal', lanes)),
  ...[1, 2, 3, 4, 5].map(lanes => pool('vertical', lanes)),
  lane('swimlane.lane-horizontal', 'Horizontal lane', true),
  lane('swimlane.lane-vertical', 'Vertical lane', false),
  shape(
    'swimlane.phase-horizontal',
    'Phase',
    [160, 40],
    (w, h) => [body(polygon(0, 0, Math.max(0, w - h / 3), 0, w, h / 2, Math.max(0, w - h / 3), h, 0, h))],
    { keywords: 'stage milestone column' },
  ),
  shape('swimlane.separator', 'Phase separator', [10, 200], (w, h) => [strokes(line(w / 2, 0, w / 2, h))], {
    keywords: 'line milestone divider',
    outline: whole,
  }),
]
