/** Geometry of connectors: ends on shapes, corners, curve. */
import type { ConnectorObject, Point } from '../model/document.ts'
import { orthogonal } from './connector-corners.ts'
import { endOf, glide, isFinitePoint, middleOf, outwards, type End } from './connector-end.ts'
import { apply } from '../model/geometry/matrix.ts'
import { distance, mix, quadratic, type Segment } from '../model/geometry/path.ts'
import type { Placed, Scene } from './scene.ts'

export interface ConnectorGeometry {
  /** Ends and corners in page coordinates. */
  points: Point[]
  /** The line from end to end; empty when the ends coincide. */
  segments: Segment[]
}

/** Cache: drawing, links and reading order share it. */
const ways = new WeakMap<Placed, ConnectorGeometry>()

/** Geometry of a connector; see {@link ConnectorObject} for stored and routed corners. */
export function connectorGeometry(scene: Scene, place: Placed<ConnectorObject>): ConnectorGeometry {
  const known = ways.get(place)
  if (known) return known
  const way = computeWay(scene, place)
  ways.set(place, way)
  return way
}

/** Gives another look of a connector the geometry of the first, which is not routed again for it. */
export function shareGeometry(scene: Scene, place: Placed<ConnectorObject>, other: Placed<ConnectorObject>): void {
  ways.set(other, connectorGeometry(scene, place))
}

function computeWay(scene: Scene, { object, matrix }: Placed<ConnectorObject>): ConnectorGeometry {
  const from = endOf(scene, object.from, matrix)
  const to = endOf(scene, object.to, matrix)
  const waypoints = object.waypoints.map(point => apply(matrix, point)).filter(isFinitePoint)
  const points =
    object.route === 'orthogonal' ? orthogonal(scene, from, to, waypoints) : direct(scene, from, to, waypoints)
  if (object.route === 'curved') return { points, segments: curve(scene, points, from, to) }
  return { points, segments: rounded(points, object.route === 'orthogonal' ? (object.cornerRadius ?? 0) : 0) }
}

/** Straight between corners; floating ends point at their neighbour. */
function direct(scene: Scene, from: End, to: End, waypoints: Point[]): Point[] {
  const first = glide(scene, from, waypoints[0] ?? to.fixed ?? middleOf(to))
  const last = glide(scene, to, waypoints.at(-1) ?? from.fixed ?? middleOf(from))
  return [first, ...waypoints, last]
}

/** Straight segments with rounded corners. */
function rounded(points: readonly Point[], radius: number): Segment[] {
  const segments: Segment[] = []
  let at = points[0]
  if (!at) return []
  for (let index = 1; index < points.length; index++) {
    const [before, corner, next] = [points[index - 1] as Point, points[index] as Point, points[index + 1]]
    const room = next ? Math.min(distance(before, corner), distance(corner, next)) / 2 : 0
    const cut = Math.min(Math.max(0, radius), room)
    if (!next || !(cut >= 0.1)) {
      if (distance(at, corner) > 0) segments.push({ kind: 'line', from: at, to: corner })
      at = corner
      continue
    }
    const start = mix(corner, before, cut / distance(before, corner))
    const end = mix(corner, next, cut / distance(corner, next))
    if (distance(at, start) > 0) segments.push({ kind: 'line', from: at, to: start })
    // Control points of a quarter circle.
    segments.push({ kind: 'curve', from: start, c1: mix(start, corner, 0.5523), c2: mix(end, corner, 0.5523), to: end })
    at = end
  }
  return segments
}

/**
 * A smooth line through the midpoints between corners, towards each corner; without corners it leaves shapes
 * perpendicularly.
 */
function curve(scene: Scene, points: readonly Point[], from: End, to: End): Segment[] {
  const [first, last] = [points[0] as Point, points.at(-1) as Point]
  if (points.length === 2) {
    const reach = Math.max(distance(first, last) / 2.5, 1)
    const out = outwards(scene, from, first)
    const back = outwards(scene, to, last)
    if (!out && !back) return rounded(points, 0)
    const c1 = out ? { x: first.x + out.x * reach, y: first.y + out.y * reach } : mix(first, last, 1 / 3)
    const c2 = back ? { x: last.x + back.x * reach, y: last.y + back.y * reach } : mix(last, first, 1 / 3)
    return [{ kind: 'curve', from: first, c1, c2, to: last }]
  }
  const segments: Segment[] = []
  let at = first
  for (let index = 1; index < points.length - 1; index++) {
    const corner = points[index] as Point
    const next = points[index + 1] as Point
    const end = index === points.length - 2 ? last : mix(corner, next, 0.5)
    segments.push(quadratic(at, corner, end))
    at = end
  }
  return segments
}
