/** Intersections of lines with outlines of shapes. */
import type { Point } from '../document.ts'
import { distance } from './path.ts'

/** Point at which a segment leaves polygons: the crossing nearest to the outer end; null for none. */
export function crossing(polygons: readonly (readonly Point[])[], inside: Point, outside: Point): Point | null {
  let best: Point | null = null
  let nearest = Infinity
  for (const polygon of polygons) {
    for (let at = 0; at < polygon.length; at++) {
      const from = polygon[at]
      const to = polygon[(at + 1) % polygon.length]
      const point = from && to && intersection(inside, outside, from, to)
      if (!point) continue
      const far = distance(point, outside)
      if (far < nearest) {
        nearest = far
        best = point
      }
    }
  }
  return best
}

/** Intersection of two segments; null when parallel or apart. */
export function intersection(a: Point, b: Point, c: Point, d: Point): Point | null {
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

/** Bounds of the finite points. */
export function boundsOf(points: Iterable<Point>): Bounds {
  const bounds = { ...NOTHING }
  for (const point of points) include(bounds, point)
  return bounds
}

/** Extends bounds by a point with a margin. */
export function include(bounds: Bounds, { x, y }: Point, around = 0): void {
  if (!Number.isFinite(x) || !Number.isFinite(y)) return
  bounds.left = Math.min(bounds.left, x - around)
  bounds.top = Math.min(bounds.top, y - around)
  bounds.right = Math.max(bounds.right, x + around)
  bounds.bottom = Math.max(bounds.bottom, y + around)
}

/** The four corners of a rectangle, clockwise from the upper left. */
export function corners(x: number, y: number, width: number, height: number): Point[] {
  return [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ]
}
