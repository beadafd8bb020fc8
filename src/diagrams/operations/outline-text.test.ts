import { expect, it } from 'vitest'
import { blankPage, documentOf, objectsById } from '../model/blank.ts'
import type { ConnectorObject, DiagramObject, ShapeObject } from '../model/document.ts'
import { outlineText } from './outline-text.ts'
import { plainBlock } from './text.ts'

const base = { parent: null, layer: 'l1', order: 'a0' }
const stroke = { colour: '#000000', width: 1 } as const
const shape = (id: string, text: string, at: [number, number], more: Partial<ShapeObject> = {}): ShapeObject => ({
  ...base,
  id,
  kind: 'shape',
  shape: 'basic.rectangle',
  x: at[0],
  y: at[1],
  width: 80,
  height: 40,
  style: { fill: { kind: 'none' }, stroke },
  ...(text === '' ? {} : { text: plainBlock(text) }),
  ...more,
})
const connector = (id: string, from: string, to: string, more: Partial<ConnectorObject> = {}): ConnectorObject => ({
  ...base,
  id,
  kind: 'connector',
  from: { at: { x: 0, y: 0 }, attached: { objectId: from, anchor: null } },
  to: { at: { x: 0, y: 0 }, attached: { objectId: to, anchor: null } },
  route: 'straight',
  waypoints: [],
  stroke,
  startArrow: 'none',
  endArrow: 'filled',
  labels: [],
  ...more,
})
const page = (name: string, objects: readonly DiagramObject[]) =>
  blankPage({
    name,
    width: 600,
    height: 400,
    background: null,
    grid: { size: 10, visible: false, snap: true },
    layers: [{ id: 'l1', name: 'Layer', visible: true, locked: false }],
    objects: objectsById(objects),
  })

it('lists shapes in reading order, those in containers below them, and connections with labels', () => {
  const label = { text: plainBlock('yes'), along: 0.5, across: 0 }
  const document = documentOf(
    page('Flow', [
      shape('b', 'Ship\nit', [200, 0]),
      shape('a', 'Order', [0, 0]),
      shape('c', 'Stock', [0, 100], { shape: 'basic.ellipse', container: true }),
      shape('d', 'Bin', [10, 10], { parent: 'c' }),
      shape('e', 'Shelf', [20, 200]),
      shape('f', '', [300, 200]),
      connector('g', 'a', 'b', { labels: [label] }),
      connector('h', 'b', 'c', { endArrow: 'none' }),
      connector('i', 'e', 'f', { endArrow: 'none', startArrow: 'open' }),
    ]),
  )
  expect(outlineText(document).split('\n')).toEqual([
    '- Order (Rectangle) → Ship it [yes]',
    '- Ship it (Rectangle) — Stock',
    '- Stock (Ellipse)',
    '  - Bin (Rectangle)',
    '- Shelf (Rectangle)',
    '- (Rectangle) → Shelf',
  ])
})

it('names the pages of a diagram that has several', () => {
  const first = page('One', [shape('a', 'A', [0, 0])])
  const document = { ...documentOf(first), pages: [first, { ...page('Two', [shape('a', 'B', [0, 0])]), id: 'p2' }] }
  expect(outlineText(document)).toBe('Page "One":\n- A (Rectangle)\n\nPage "Two":\n- B (Rectangle)')
})
