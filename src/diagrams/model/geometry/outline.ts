/** Where lines meet the outlines of shapes. */
import type { Point } from '../document.ts'
import { distance } from './path.ts'

/**
 * The place where the way from a point inside polygons to one outside leaves them: the crossing nearest to the outer
 * end. Null when the way crosses none.
 */
export function crossing(polygons: readonly (readonly Point[])[], inside: Point, outside: Point): Point | null {
  let best: Point | null = null
  let nearest = Infinity
  for (const polygon of polygons) {
    for (let at = 0; at < polygon.length; at++) {
      const from = polygon[at]
      const to = polygon[(at + 1) % polygon.length]
      const meeting = from && to && meet(inside, outside, from, to)
      if (!meeting) continue
      const far = distance(meeting, outside)
      if (far < nearest) {
        nearest = far
        best = meeting
      }
    }
  }
  return best
}

/** Point that two stretches share; null when they are parallel or miss each other. */
export function meet(a: Point, b: Point, c: Point, d: Point): Point | null {
  const [rx, ry, sx, sy] = [b.x - a.x, b.y - a.y, d.x - c.x, d.y - c.y]
  const cross = rx * sy - ry * sx
  if (Math.abs(cross) < 1e-9) return null
  const t = ((c.x - a.x) * sy - (c.y - a.y) * sx) / cross
  const u = ((c.x - a.x) * ry - (c.y - a.y) * rx) / cross
  if (t < -1e-9 || t > 1 + 1e-9 || u < -1e-9 || u > 1 + 1e-9) return null
  return { x: a.x + rx * t, y: a.y + ry * t }
}

export interface Bounds {
  left: number
  top: number
  right: number
  bottom: number
}

export const NOTHING: Readonly<Bounds> = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }

/** Bounds of points; those that are not finite are passed over. */
export function boundsOf(points: Iterable<Point>): Bounds {
  const bounds = { ...NOTHING }
  for (const point of points) include(bounds, point)
  return bounds
}

/** Widens bounds to hold a point, with space around it. */
export function include(bounds: Bounds, { x, y }: Point, around = 0): void {
  if (!Number.isFinite(x) || !Number.isFinite(y)) return
  bounds.left = Math.min(bounds.left, x - around)
  bounds.top = Math.min(bounds.top, y - around)
  bounds.right = Math.max(bounds.right, x + around)
  bounds.bottom = Math.max(bounds.bottom, y + around)
}

/** The four corners of a rectangle, clockwise from the upper left. */
export function corners(x: number, y: number, width: number, height: number): Point[] {
  return [{ x, y }, { x: x + width, y }, { x: x + width, y: y + height }, { x, y: y + height }]
}
