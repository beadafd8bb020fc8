import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { passes, routeAround, simplify, type RouteEnd } from './orthogonal.ts'

const box = (left: number, top: number, width = 100, height = 60) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})
const right = { x: 1, y: 0 }
const left = { x: -1, y: 0 }
const up = { x: 0, y: -1 }
const down = { x: 0, y: 1 }
const whole = (from: RouteEnd, to: RouteEnd, ...more: Parameters<typeof routeAround>[2] & object) => [
  from.at,
  ...routeAround(from, to, more),
  to.at,
]

describe('routes of right angles', () => {
  it('go straight, with two corners between sides that face each other, with one around a corner', () => {
    const from = { at: { x: 100, y: 30 }, direction: right, box: box(0, 0) }
    expect(routeAround(from, { at: { x: 300, y: 30 }, direction: left, box: box(300, 0) })).toEqual([])
    expect(routeAround(from, { at: { x: 300, y: 130 }, direction: left, box: box(300, 100) })).toEqual([
      { x: 200, y: 30 },
      { x: 200, y: 130 },
    ])
    expect(routeAround(from, { at: { x: 350, y: 100 }, direction: up, box: box(300, 100) })).toEqual([
      { x: 350, y: 30 },
    ])
  })

  it('go around the two shapes when ends look away', () => {
    const from = { at: { x: 0, y: 30 }, direction: left, box: box(0, 0) }
    const to = { at: { x: 400, y: 30 }, direction: right, box: box(300, 0) }
    const route = whole(from, to)
    expect(route).toHaveLength(6)
    expect(route[1]).toEqual({ x: -16, y: 30 })
  })

  it('go around what is in the way', () => {
    const from = { at: { x: 100, y: 30 }, direction: right, box: box(0, 0) }
    const to = { at: { x: 500, y: 30 }, direction: left, box: box(500, 0) }
    const wall = box(250, -50, 100, 160)
    const route = whole(from, to, wall)
    for (let at = 1; at < route.length; at++)
      expect(passes(wall, route[at - 1] ?? from.at, route[at] ?? to.at)).toBe(false)
  })

  it('are right-angled, leave and arrive as asked and end where they should, wherever the shapes are', () => {
    const place = fc.integer({ min: -400, max: 400 })
    const end = fc
      .record({ x: place, y: place, way: fc.constantFrom(right, left, up, down) })
      .map(({ x, y, way }): RouteEnd => ({
        box: box(x, y),
        direction: way,
        at: { x: x + 50 + way.x * 50, y: y + 30 + way.y * 30 },
      }))
    fc.assert(
      fc.property(end, end, (from, to) => {
        const route = whole(from, to)
        for (let at = 1; at < route.length; at++) {
          const [a, b] = [route[at - 1] ?? from.at, route[at] ?? to.at]
          expect(a.x === b.x || a.y === b.y).toBe(true)
        }
        expect(route.length).toBeLessThan(12)
        expect(simplify(route)).toEqual(route)
      }),
      { seed: 7, numRuns: 300 },
    )
  })

  it('keep clear of both shapes when these do not overlap', () => {
    const from = { at: { x: 50, y: 0 }, direction: up, box: box(0, 0) }
    const to = { at: { x: 250, y: 160 }, direction: down, box: box(200, 100) }
    const route = whole(from, to)
    for (let at = 1; at < route.length; at++) {
      for (const wall of [from.box, to.box])
        expect(passes(wall, route[at - 1] ?? from.at, route[at] ?? to.at)).toBe(false)
    }
  })
})
