import { describe, expect, it } from 'vitest'
import type { ConnectorEnd, ConnectorObject, DiagramObject } from '../model/document.ts'
import { arrowHead } from './arrows.ts'
import { connectorGeometry } from './connector.ts'
import { withJumps } from './jumps.ts'
import { placeAlong, reversed, shorten } from './line.ts'
import { flatten, segmentLength, type Segment } from '../model/geometry/path.ts'
import { createScene, type Placed } from './scene.ts'
import { connector, diagram, group, shape } from './test-diagram.ts'

/** Way of the connector `c` among objects. */
function wayOf(objects: readonly DiagramObject[]) {
  const document = diagram(objects)
  const [page] = document.pages
  if (!page) throw new Error('no page')
  const scene = createScene(document, page)
  return connectorGeometry(scene, scene.placed.get('c') as Placed<ConnectorObject>)
}

const end = (objectId: string, x: number, y: number, at: [number, number] = [0, 0]): ConnectorEnd => ({
  at: { x: at[0], y: at[1] },
  attached: { objectId, anchor: { x, y } },
})
const gliding = (objectId: string): ConnectorEnd => ({ at: { x: 0, y: 0 }, attached: { objectId, anchor: null } })
const a = shape('a', 0, 0, 100, 60)
const b = shape('b', 300, 200, 100, 60)

describe('heads', () => {
  it('that are filled are as long and as broad as those of Gliffy', () => {
    const tips = (width: number) =>
      [...arrowHead('filled', width).filled.matchAll(/[ML](\S+) (-?[\d.]+)/g)].map(([, x, y]) => [
        Number(x),
        Math.abs(Number(y)),
      ])
    // Counted in its pictures: 8.5 px by 9 px on a line of 1 px, 13 px by 14 px on one of 2 px.
    expect(tips(1).map(place => place.map(value => Math.round(value * 2) / 2))).toEqual([
      [0, 0],
      [8.5, 4.5],
      [8.5, 4.5],
    ])
    expect(tips(2).map(place => place.map(Math.round))).toEqual([
      [0, 0],
      [13, 7],
      [13, 7],
    ])
  })
})

describe('ends', () => {
  it('stand on the anchor of a shape, wherever groups, turns and mirrors have taken it', () => {
    const objects = [
      group('g', 100, 100, 200, 100, { rotation: 90 }),
      shape('in', 0, 0, 50, 20, { parent: 'g', flipX: true }),
      b,
      connector('c', [0, 0], [0, 0], { from: end('in', 0, 0), to: end('b', 0, 0.5) }),
    ]
    // The upper left corner, mirrored to the right at (50, 0) of the group, whose corner (0, 0) turns to (250, 50).
    expect(wayOf(objects).points[0]).toEqual({ x: 250, y: 100 })
    expect(wayOf(objects).points.at(-1)).toEqual({ x: 300, y: 230 })
  })

  it('glide along the outline towards the other end, or towards the next corner', () => {
    const circle = shape('a', 0, 0, 100, 100, { shape: 'basic.ellipse' })
    const straight = wayOf([circle, connector('c', [0, 0], [250, 50], { from: gliding('a') })])
    expect(straight.points[0]?.x).toBeCloseTo(100, 1)
    const [first] = wayOf([
      circle,
      connector('c', [0, 0], [250, 50], { from: gliding('a'), waypoints: [{ x: 150, y: 150 }] }),
    ]).points
    expect(first?.x).toBeCloseTo(50 + 50 * Math.SQRT1_2, 0)
    expect(first?.y).toBeCloseTo(50 + 50 * Math.SQRT1_2, 0)
  })

  it('stay where they were when the shape is gone', () => {
    expect(
      wayOf([
        connector('c', [7, 8], [9, 10], { from: { at: { x: 7, y: 8 }, attached: { objectId: 'gone', anchor: null } } }),
      ]).points,
    ).toEqual([
      { x: 7, y: 8 },
      { x: 9, y: 10 },
    ])
  })

  it('are in the coordinates of the parent', () => {
    const { points } = wayOf([group('g', 10, 20, 100, 100), connector('c', [0, 0], [5, 5], { parent: 'g' })])
    expect(points).toEqual([
      { x: 10, y: 20 },
      { x: 15, y: 25 },
    ])
  })
})

describe('orthogonal routes', () => {
  const orthogonal = (more: Partial<ConnectorObject>) =>
    connector('c', [0, 0], [0, 0], { route: 'orthogonal', ...more })

  it('without corners leave by the direction of the anchor and go around other shapes', () => {
    expect(wayOf([a, b, orthogonal({ from: end('a', 1, 0.5), to: end('b', 0, 0.5) })]).points).toEqual([
      { x: 100, y: 30 },
      { x: 200, y: 30 },
      { x: 200, y: 230 },
      { x: 300, y: 230 },
    ])
    const wall = shape('wall', 180, 0, 40, 300)
    const around = wayOf([a, b, wall, orthogonal({ from: end('a', 1, 0.5), to: end('b', 0, 0.5) })]).points
    expect(around.some(({ y }) => y < 0 || y > 300)).toBe(true)
  })

  it('are straight between ends that are level, even where a shape lies between them that holds both', () => {
    const frame = shape('frame', -50, -50, 600, 400, { container: true })
    const level = shape('level', 300, 0, 100, 60)
    expect(
      wayOf([frame, a, level, orthogonal({ from: end('a', 1, 0.5), to: end('level', 0, 0.5) })]).points,
    ).toHaveLength(2)
  })

  it('choose sides that face each other for ends that glide', () => {
    const { points } = wayOf([a, b, orthogonal({ from: gliding('a'), to: gliding('b') })])
    expect(points[0]).toEqual({ x: 100, y: 30 })
    expect(points.at(-1)).toEqual({ x: 300, y: 230 })
  })

  it('keep their corners and move those next to an end that moved', () => {
    const waypoints = [
      { x: 150, y: 30 },
      { x: 150, y: 230 },
    ]
    const at = (y: number) =>
      wayOf([
        shape('a', 0, y, 100, 60),
        b,
        orthogonal({ from: end('a', 1, 0.5, [100, 30]), to: end('b', 0, 0.5, [300, 230]), waypoints }),
      ]).points
    expect(at(0)).toEqual([{ x: 100, y: 30 }, ...waypoints, { x: 300, y: 230 }])
    expect(at(50)).toEqual([
      { x: 100, y: 80 },
      { x: 150, y: 80 },
      { x: 150, y: 230 },
      { x: 300, y: 230 },
    ])
  })

  it('serve both ends with a single corner, with a second where it takes one', () => {
    const corner = (from: ConnectorEnd, to: ConnectorEnd, x: number, y: number) =>
      wayOf([a, b, orthogonal({ from, to, waypoints: [{ x, y }] })]).points
    expect(corner(end('a', 1, 0.5, [100, 30]), end('b', 0.5, 0, [350, 200]), 350, 30)).toEqual([
      { x: 100, y: 30 },
      { x: 350, y: 30 },
      { x: 350, y: 200 },
    ])
    const bent = corner(end('a', 1, 0.5, [100, 30]), end('b', 0, 0.5, [300, 30]), 200, 30)
    expect(bent).toEqual([
      { x: 100, y: 30 },
      { x: 200, y: 30 },
      { x: 200, y: 230 },
      { x: 300, y: 230 },
    ])
  })

  it('have round corners, never larger than there is room', () => {
    const { segments } = wayOf([a, b, orthogonal({ from: end('a', 1, 0.5), to: end('b', 0, 0.5), cornerRadius: 8 })])
    expect(segments.map(({ kind }) => kind)).toEqual(['line', 'curve', 'line', 'curve', 'line'])
    expect(segments[0]?.to).toEqual({ x: 192, y: 30 })
    const tight = wayOf([
      orthogonal({ waypoints: [{ x: 6, y: 0 }], to: { at: { x: 6, y: 100 } }, cornerRadius: 50 }),
    ]).segments
    expect(tight[0]).toMatchObject({ kind: 'line', to: { x: 3, y: 0 } })
  })
})

describe('curved routes', () => {
  it('pass through the middles between corners and end at both ends', () => {
    const { segments } = wayOf([
      connector('c', [0, 0], [100, 100], {
        route: 'curved',
        waypoints: [
          { x: 100, y: 0 },
          { x: 0, y: 100 },
        ],
      }),
    ])
    expect(segments.map(({ to }) => to)).toEqual([
      { x: 50, y: 50 },
      { x: 100, y: 100 },
    ])
  })

  it('without corners leave shapes squarely', () => {
    const [segment] = wayOf([
      a,
      b,
      connector('c', [0, 0], [0, 0], { route: 'curved', from: end('a', 1, 0.5), to: end('b', 0.5, 0) }),
    ]).segments
    if (segment?.kind !== 'curve') throw new Error('no curve')
    expect(segment.c1.y).toBe(30)
    expect(segment.c1.x).toBeGreaterThan(100)
    expect(segment.c2.x).toBe(350)
    expect(segment.c2.y).toBeLessThan(200)
  })
})

describe('lines', () => {
  const line: Segment[] = [
    { kind: 'line', from: { x: 0, y: 0 }, to: { x: 100, y: 0 } },
    { kind: 'line', from: { x: 100, y: 0 }, to: { x: 100, y: 100 } },
  ]

  it('have places by the share of their length, to the right of their direction', () => {
    expect(placeAlong(line, 0.25, 7)).toEqual({ at: { x: 50, y: 7 }, direction: { x: 1, y: 0 } })
    expect(placeAlong(line, 0.75, 7)).toEqual({ at: { x: 93, y: 50 }, direction: { x: 0, y: 1 } })
    expect(placeAlong(line, 9)?.at).toEqual({ x: 100, y: 100 })
    expect(placeAlong([], 0.5)).toBeNull()
  })

  it('are shortened from either end', () => {
    expect(shorten(line, 130)).toEqual([{ kind: 'line', from: { x: 100, y: 30 }, to: { x: 100, y: 100 } }])
    expect(reversed(shorten(reversed(line), 30)).at(-1)?.to).toEqual({ x: 100, y: 70 })
    expect(shorten(line, 300)).toEqual([])
  })

  it('jump over others to the same side whichever way they run, where there is room', () => {
    const other: Segment[] = [
      { kind: 'line', from: { x: 50, y: -50 }, to: { x: 50, y: 50 } },
      { kind: 'line', from: { x: 2, y: -50 }, to: { x: 2, y: 50 } },
    ]
    for (const segments of [line.slice(0, 1), reversed(line.slice(0, 1))]) {
      const jumping = withJumps(segments, other, 1)
      expect(jumping.map(({ kind }) => kind)).toEqual(['line', 'curve', 'line'])
      expect(Math.min(...flatten(jumping).map(({ y }) => y))).toBeCloseTo(-6, 0)
      expect(jumping[0]?.from).toEqual(segments[0]?.from)
      expect(jumping.reduce((sum, segment) => sum + segmentLength(segment), 0)).toBeGreaterThan(105)
    }
  })

  it('have heads that grow with the stroke', () => {
    expect(arrowHead('filled', 2).reach).toBeGreaterThan(arrowHead('filled', 1).reach)
    expect(arrowHead('none', 2)).toMatchObject({ filled: '', lines: '', back: 0 })
    // No head is larger than a page for any width.
    expect(arrowHead('double-filled', 1e9).reach).toBeLessThan(2000)
  })
})
