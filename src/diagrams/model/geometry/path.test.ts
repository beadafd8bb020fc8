import { describe, expect, it } from 'vitest'
import { boundsOf, crossing, intersection } from './outline.ts'
import { apply, boxMatrix, invert, multiply } from './matrix.ts'
import { distance, flatten, flattenPath, movedPath, parsePath, pathData, round, segmentLength, split } from './path.ts'

describe('path data', () => {
  it('is read with every command, absolute and relative', () => {
    const [absolute] = parsePath('M10 10 L20 10 H30 V20 C30 30 20 30 20 20 S10 10 10 20 Q5 20 5 15 T5 10 Z')
    const [relative] = parsePath('m10 10 10 0 h10 v10 c0 10 -10 10 -10 0 s-10 -10 -10 0 q-5 0 -5 -5 t0 -5 z')
    expect(absolute).toHaveLength(8)
    expect(absolute?.at(-1)?.to).toEqual({ x: 10, y: 10 })
    expect(pathData(relative ?? [])).toBe(pathData(absolute ?? []))
  })

  it('knows arcs, also with flags and numbers that touch', () => {
    const [circle = []] = parsePath('M0 5A5 5 0 1 1 10 5A5 5 0 1 1 0 5Z')
    for (const point of flatten(circle)) expect(distance(point, { x: 5, y: 5 })).toBeCloseTo(5, 2)
    expect(circle.reduce((sum, segment) => sum + segmentLength(segment), 0)).toBeCloseTo(10 * Math.PI, 0)
    expect(pathData(parsePath('M0 5a5 5 0 1110 0')[0] ?? [])).toBe(pathData(circle.slice(0, 2)))
    expect(boundsOf(flattenPath('M0 0A10 5 90 0 1 0 20').flat()).right).toBeCloseTo(5, 1)
  })

  it('is moved with every command, absolute and relative', () => {
    const by = { x: 100, y: -7.5 }
    for (const d of [
      'M10 10 L20 10 H30 V20 C30 30 20 30 20 20 S10 10 10 20 Q5 20 5 15 T5 10 Z M1 2 3 4',
      'm10 10 10 0 h10 v10 c0 10 -10 10 -10 0 s-10 -10 -10 0 q-5 0 -5 -5 t0 -5 z m1 2 3 4',
      'M0 5A5 5 0 1 1 10 5a5 5 30 01-5-5Z',
      'M0 0l1 1L2 2m3 3z',
    ]) {
      const moved = parsePath(d).map(segments => pathData(segments, ({ x, y }) => ({ x: x + by.x, y: y + by.y })))
      expect(parsePath(movedPath(d, by)).map(segments => pathData(segments))).toEqual(moved)
    }
    expect(movedPath('M1 1L2 2', { x: 0, y: 0 })).toBe('M1 1L2 2')
    expect(movedPath('M1 1L2 2L3', { x: 1, y: 1 })).toBe('M2 2L3 3')
  })

  it('gives what could be read of broken data, and several subpaths', () => {
    expect(parsePath('M0 0L10 0L20')).toHaveLength(1)
    expect(parsePath('x')).toEqual([])
    expect(flattenPath('M0 0H5V5ZM10 10H15')).toHaveLength(2)
  })

  it('writes hundredths and nothing that is no number', () => {
    expect(round(1.239)).toBe(1.24)
    expect(round(Number.NaN)).toBe(0)
    expect(Object.is(round(-0.001), 0)).toBe(true)
    expect(round(1e12)).toBe(0)
  })

  it('is cut without moving', () => {
    const [segment] = parsePath('M0 0C10 0 20 10 20 20')[0] ?? []
    if (!segment) throw new Error('no segment')
    const [first, second] = split(segment, 0.3)
    expect(segmentLength(first) + segmentLength(second)).toBeCloseTo(segmentLength(segment), 1)
    expect(first.to).toEqual(second.from)
  })
})

describe('crossings', () => {
  it('of a way out of a shape are the outermost', () => {
    const ring = flattenPath('M0 0H10V10H0ZM2 2H8V8H2Z')
    expect(crossing(ring, { x: 5, y: 5 }, { x: 50, y: 5 })).toEqual({ x: 10, y: 5 })
    expect(crossing(ring, { x: 5, y: 5 }, { x: 6, y: 5 })).toBeNull()
    expect(intersection({ x: 0, y: 0 }, { x: 10, y: 0 }, { x: 0, y: 1 }, { x: 10, y: 1 })).toBeNull()
  })
})

describe('transforms of boxes', () => {
  const box = { x: 10, y: 20, width: 40, height: 20 }

  it('turn clockwise about the middle, after mirroring', () => {
    expect(apply(boxMatrix({ ...box, rotation: 90 }), { x: 0, y: 0 })).toEqual({ x: 40, y: 10 })
    expect(apply(boxMatrix({ ...box, flipX: true }), { x: 0, y: 0 })).toEqual({ x: 50, y: 20 })
    expect(apply(boxMatrix({ ...box, flipX: true, rotation: 90 }), { x: 0, y: 0 })).toEqual({ x: 40, y: 50 })
  })

  it('have a way back', () => {
    const matrix = multiply(boxMatrix({ ...box, rotation: 33 }), boxMatrix({ ...box, flipY: true, rotation: -7 }))
    const back = invert(matrix)
    const there = apply(matrix, { x: 3, y: 4 })
    expect(back && apply(back, there).x).toBeCloseTo(3)
    expect(invert({ a: 0, b: 0, c: 0, d: 0, e: 1, f: 1 })).toBeNull()
  })
})
