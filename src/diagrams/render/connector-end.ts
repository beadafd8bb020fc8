/** Positions of connectors' ends on shapes, and the directions they leave in. */
import type { ConnectorEnd, Point } from '../model/document.ts'
import { findShape } from '../shapes/library.ts'
import { apply, type Matrix } from '../model/geometry/matrix.ts'
import type { Direction, RouteEnd } from './orthogonal.ts'
import { crossing, type Bounds } from '../model/geometry/outline.ts'
import { boundsOfObject, isBoxed, outlineOf, sizeOf, type BoxedObject, type Placed, type Scene } from './scene.ts'

/** Smaller differences count as aligned, px. */
export const LEVEL = 0.5

/** A resolved end, in page coordinates. */
export interface End {
  end: ConnectorEnd
  /** Stored position. */
  stored: Point
  target: Placed<BoxedObject> | null
  /** Anchor; null for a floating end. */
  fixed: Point | null
}

export function endOf(scene: Scene, end: ConnectorEnd, matrix: Matrix): End {
  const at = apply(matrix, end.at)
  const stored = isFinitePoint(at) ? at : { x: 0, y: 0 }
  const place = end.attached && scene.placed.get(end.attached.objectId)
  if (!end.attached || !isBoxed(place)) return { end, stored, target: null, fixed: stored }
  const { anchor } = end.attached
  if (!anchor) return { end, stored, target: place, fixed: null }
  const { width, height } = sizeOf(place.object)
  const fixed = apply(place.matrix, { x: anchor.x * width, y: anchor.y * height })
  return { end, stored, target: place, fixed: isFinitePoint(fixed) ? fixed : stored }
}

export function glide(scene: Scene, { fixed, target, stored }: End, towards: Point): Point {
  if (fixed) return fixed
  if (!target) return stored
  return crossing(outlineOf(scene, target), middle(target), towards) ?? middle(target)
}

/** Middle of the shape that a floating end is attached to. */
export function middleOf({ target, stored }: End): Point {
  return target ? middle(target) : stored
}

function middle({ object, matrix }: Placed<BoxedObject>): Point {
  const { width, height } = sizeOf(object)
  return apply(matrix, { x: width / 2, y: height / 2 })
}

/** A floating end aligned with a corner that faces its shape. */
export function levelGlide(scene: Scene, end: End, corner: Point): Point {
  if (!end.target) return end.stored
  const { left, top, right, bottom } = boundsOfObject(scene, end.target)
  const centre = middle(end.target)
  const inside = {
    x: corner.x > left && corner.x < right ? corner.x : centre.x,
    y: corner.y > top && corner.y < bottom ? corner.y : centre.y,
  }
  return crossing(outlineOf(scene, end.target), inside, corner) ?? glide(scene, end, corner)
}

/** Position and direction for routing. */
export function routeEnd(scene: Scene, end: End, other: End): RouteEnd {
  if (!end.target) return { at: end.stored, direction: null, box: null }
  const box = boundsOfObject(scene, end.target)
  if (end.fixed) return { at: end.fixed, direction: directionOf(end, box), box }
  const towards = other.fixed ?? middleOf(other)
  const otherBox = other.target && boundsOfObject(scene, other.target)
  const direction = facing(box, otherBox ?? { left: towards.x, right: towards.x, top: towards.y, bottom: towards.y })
  const centre = middle(end.target)
  const beyond = {
    x: centre.x + direction.x * (box.right - box.left + 1),
    y: centre.y + direction.y * (box.bottom - box.top + 1),
  }
  return { at: crossing(outlineOf(scene, end.target), centre, beyond) ?? centre, direction, box }
}

/** Side of a box that faces another one. */
function facing(box: Bounds, other: Bounds): Direction {
  const right = other.left - box.right
  const left = box.left - other.right
  const below = other.top - box.bottom
  const above = box.top - other.bottom
  const most = Math.max(right, left, below, above)
  if (most === right) return { x: 1, y: 0 }
  if (most === left) return { x: -1, y: 0 }
  return most === below ? { x: 0, y: 1 } : { x: 0, y: -1 }
}

/**
 * Direction of an anchored end: of its connection point, or away from the nearest side. Null in the middle of a shape.
 */
function directionOf({ end, target, fixed }: End, box: Bounds): Direction | null {
  const anchor = end.attached?.anchor
  if (!anchor || !target || !fixed) return null
  const definition = target.object.kind === 'shape' ? findShape(target.object.shape) : undefined
  const known = definition?.connectionPoints?.find(
    ({ x, y }) => Math.abs(x - anchor.x) < 0.01 && Math.abs(y - anchor.y) < 0.01,
  )
  if (known?.direction !== undefined) {
    const turn = (known.direction * Math.PI) / 180
    const { a, b, c, d } = target.matrix
    return alongAxis({ x: a * Math.cos(turn) + c * Math.sin(turn), y: b * Math.cos(turn) + d * Math.sin(turn) })
  }
  const sides: [far: number, direction: Direction][] = [
    [fixed.x - box.left, { x: -1, y: 0 }],
    [box.right - fixed.x, { x: 1, y: 0 }],
    [fixed.y - box.top, { x: 0, y: -1 }],
    [box.bottom - fixed.y, { x: 0, y: 1 }],
  ]
  const [far, direction] = sides.reduce((best, side) => (side[0] < best[0] - LEVEL ? side : best))
  const isInTheMiddle = far > 0.4 * Math.min(box.right - box.left, box.bottom - box.top)
  return isInTheMiddle ? null : direction
}

function alongAxis({ x, y }: Point): Direction {
  return Math.abs(x) >= Math.abs(y) ? { x: Math.sign(x) || 1, y: 0 } : { x: 0, y: Math.sign(y) }
}

/** Direction in which a line leaves a shape; null if unattached or in its middle. */
export function outwards(scene: Scene, end: End, at: Point): Direction | null {
  if (!end.target) return null
  const box = boundsOfObject(scene, end.target)
  return end.fixed ? directionOf(end, box) : facing(box, { left: at.x, right: at.x, top: at.y, bottom: at.y })
}

export function isFinitePoint({ x, y }: Point): boolean {
  return Number.isFinite(x) && Number.isFinite(y)
}
