import type { Point } from '#diagrams/model/document.ts'
import type { Bounds } from '#diagrams/model/geometry/outline.ts'
import type { Rect } from '#diagrams/shapes/contract.ts'

export function rectOf({ left, top, right, bottom }: Bounds): Rect {
  return { x: left, y: top, width: right - left, height: bottom - top }
}

export function boundsOfRect({ x, y, width, height }: Rect): Bounds {
  return { left: x, top: y, right: x + width, bottom: y + height }
}

export function rectBetween(a: Point, b: Point): Rect {
  return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) }
}

export function grown({ left, top, right, bottom }: Bounds, by: number): Bounds {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by }
}

export function middleOf({ left, top, right, bottom }: Bounds): Point {
  return { x: (left + right) / 2, y: (top + bottom) / 2 }
}

export function overlap(a: Bounds, b: Bounds): boolean {
  return a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom
}

export function holdsPoint({ left, top, right, bottom }: Bounds, { x, y }: Point): boolean {
  return x >= left && x <= right && y >= top && y <= bottom
}

export function holdsBounds(outer: Bounds, inner: Bounds): boolean {
  return (
    outer.left <= inner.left && outer.right >= inner.right && outer.top <= inner.top && outer.bottom >= inner.bottom
  )
}

/** Union of bounds; null for none. */
export function united(all: Iterable<Bounds>): Bounds | null {
  let bounds: Bounds | null = null
  for (const { left, top, right, bottom } of all) {
    bounds = bounds
      ? {
          left: Math.min(bounds.left, left),
          top: Math.min(bounds.top, top),
          right: Math.max(bounds.right, right),
          bottom: Math.max(bounds.bottom, bottom),
        }
      : { left, top, right, bottom }
  }
  return bounds
}
