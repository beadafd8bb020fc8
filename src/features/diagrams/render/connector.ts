/** The way of a connector on its page: its ends on the shapes, its corners, its curve. */
import type { ConnectorEnd, ConnectorObject, Point } from '../model/document.ts'
import { findShape } from '../shapes/library.ts'
import { apply, type Matrix } from './matrix.ts'
import { routeAround, passes, simplify, type Direction, type RouteEnd } from './orthogonal.ts'
import { crossing, type Bounds } from './outline.ts'
import { distance, mix, quadratic, segmentLength, split, type Segment } from './path.ts'
import { boundsOfObject, isBoxed, outlineOf, sizeOf, type BoxedObject, type Placed, type Scene } from './scene.ts'

export interface ConnectorGeometry {
  /** Ends and corners in page coordinates. */
  points: Point[]
  /** The line from end to end; empty when both ends are at one place. */
  segments: Segment[]
}

/** A place on a line with the direction there, of length 1. */
export interface LinePlace {
  at: Point
  direction: Point
}

/** Two places are level or upright to each other when they differ by less, px. */
const LEVEL = 0.5
/** Other shapes are looked at up to this number of objects on a page; routes must stay cheap. */
const MAX_OBSTACLE_OBJECTS = 2000
const MAX_OBSTACLES = 8

interface End {
  end: ConnectorEnd
  /** Where it stood when it was last written, on the page. */
  stored: Point
  target: Placed<BoxedObject> | null
  /** Exact place; null while it glides. */
  fixed: Point | null
}

/** Ways already computed: drawing, links and reading order ask for the same. */
const ways = new WeakMap<Placed, ConnectorGeometry>()

/** The way of a connector; see {@link ConnectorObject} for what is kept and what is routed. */
export function connectorGeometry(scene: Scene, place: Placed<ConnectorObject>): ConnectorGeometry {
  const known = ways.get(place)
  if (known) return known
  const way = computeWay(scene, place)
  ways.set(place, way)
  return way
}

function computeWay(scene: Scene, { object, matrix }: Placed<ConnectorObject>): ConnectorGeometry {
  const from = endOf(scene, object.from, matrix)
  const to = endOf(scene, object.to, matrix)
  const waypoints = object.waypoints.map(point => apply(matrix, point)).filter(isFinitePoint)
  const points = object.route === 'orthogonal'
    ? orthogonal(scene, from, to, waypoints)
    : direct(scene, from, to, waypoints)
  if (object.route === 'curved') return { points, segments: curve(scene, points, from, to) }
  return { points, segments: rounded(points, object.route === 'orthogonal' ? object.cornerRadius ?? 0 : 0) }
}

function endOf(scene: Scene, end: ConnectorEnd, matrix: Matrix): End {
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

/** Straight from corner to corner; gliding ends point at their neighbour. */
function direct(scene: Scene, from: End, to: End, waypoints: Point[]): Point[] {
  const first = glide(scene, from, waypoints[0] ?? to.fixed ?? middleOf(to))
  const last = glide(scene, to, waypoints.at(-1) ?? from.fixed ?? middleOf(from))
  return [first, ...waypoints, last]
}

function glide(scene: Scene, { fixed, target, stored }: End, towards: Point): Point {
  if (fixed) return fixed
  if (!target) return stored
  return crossing(outlineOf(scene, target), middle(target), towards) ?? middle(target)
}

/** Middle of the shape that a gliding end is attached to. */
function middleOf({ target, stored }: End): Point {
  return target ? middle(target) : stored
}

function middle({ object, matrix }: Placed<BoxedObject>): Point {
  const { width, height } = sizeOf(object)
  return apply(matrix, { x: width / 2, y: height / 2 })
}

function orthogonal(scene: Scene, from: End, to: End, waypoints: Point[]): Point[] {
  if (waypoints.length > 0) return fitted(scene, from, to, waypoints)
  const start = routeEnd(scene, from, to)
  const goal = routeEnd(scene, to, from)
  const isLevel = Math.abs(start.at.x - goal.at.x) < LEVEL || Math.abs(start.at.y - goal.at.y) < LEVEL
  if (isLevel && ![start.box, goal.box].some(box => box && passes(shrunk(box), start.at, goal.at))) return [start.at, goal.at]
  const route = [start.at, ...routeAround(start, goal), goal.at]
  const inTheWay = obstacles(scene, from, to, route)
  return inTheWay.length > 0 ? [start.at, ...routeAround(start, goal, inTheWay), goal.at] : route
}

function shrunk({ left, top, right, bottom }: Bounds): Bounds {
  return { left: left + LEVEL, top: top + LEVEL, right: right - LEVEL, bottom: bottom - LEVEL }
}

/** Moves the corners next to ends that moved, so that the first and last stretches stay level or upright. */
function fitted(scene: Scene, from: End, to: End, waypoints: readonly Point[]): Point[] {
  const corners = waypoints.map(point => ({ ...point }))
  const first = corners[0] as Point
  const last = corners.at(-1) as Point
  const start = from.fixed ?? levelGlide(scene, from, first)
  const goal = to.fixed ?? levelGlide(scene, to, last)
  const isStartLevel = isLevel(from.stored, waypoints[0] as Point, waypoints[1])
  const isGoalLevel = isLevel(to.stored, waypoints.at(-1) as Point, waypoints.at(-2))
  if (isStartLevel) first.y = start.y
  else first.x = start.x
  // A single corner serves both ends: a second joins it where they disagree.
  if (corners.length === 1 && isStartLevel === isGoalLevel) {
    corners.push(isStartLevel ? { x: first.x, y: goal.y } : { x: goal.x, y: first.y })
  } else if (isGoalLevel) last.y = goal.y
  else last.x = goal.x
  return simplify([start, ...corners, goal])
}

/** Whether the stretch from an end to its first corner is level rather than upright. */
function isLevel(end: Point, corner: Point, beyond: Point | undefined): boolean {
  const [across, down] = [Math.abs(end.x - corner.x), Math.abs(end.y - corner.y)]
  if (across < LEVEL && down < LEVEL && beyond) return Math.abs(beyond.x - corner.x) < Math.abs(beyond.y - corner.y)
  return across >= down
}

/** A gliding end next to a corner: level or upright from it where it faces the shape. */
function levelGlide(scene: Scene, end: End, corner: Point): Point {
  if (!end.target) return end.stored
  const { left, top, right, bottom } = boundsOfObject(scene, end.target)
  const centre = middle(end.target)
  const inside = {
    x: corner.x > left && corner.x < right ? corner.x : centre.x,
    y: corner.y > top && corner.y < bottom ? corner.y : centre.y,
  }
  return crossing(outlineOf(scene, end.target), inside, corner) ?? glide(scene, end, corner)
}

/** Where and in which direction a routed connector leaves. */
function routeEnd(scene: Scene, end: End, other: End): RouteEnd {
  if (!end.target) return { at: end.stored, direction: null, box: null }
  const box = boundsOfObject(scene, end.target)
  if (end.fixed) return { at: end.fixed, direction: directionOf(end, box), box }
  const towards = other.fixed ?? middleOf(other)
  const otherBox = other.target && boundsOfObject(scene, other.target)
  const direction = facing(box, otherBox ?? { left: towards.x, right: towards.x, top: towards.y, bottom: towards.y })
  const centre = middle(end.target)
  const beyond = {
    x: centre.x + direction.x * (box.right - box.left + 1), y: centre.y + direction.y * (box.bottom - box.top + 1),
  }
  return { at: crossing(outlineOf(scene, end.target), centre, beyond) ?? centre, direction, box }
}

/** Side of a box that looks at another one. */
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

/** Direction of a fixed end: of its connection point, or else away from the nearest side. Null in the middle of a shape. */
function directionOf({ end, target, fixed }: End, box: Bounds): Direction | null {
  const anchor = end.attached?.anchor
  if (!anchor || !target || !fixed) return null
  const definition = target.object.kind === 'shape' ? findShape(target.object.shape) : undefined
  const known = definition?.connectionPoints?.find(({ x, y }) => Math.abs(x - anchor.x) < 0.01 && Math.abs(y - anchor.y) < 0.01)
  if (known?.direction !== undefined) {
    const turn = known.direction * Math.PI / 180
    const { a, b, c, d } = target.matrix
    return alongAxis({ x: a * Math.cos(turn) + c * Math.sin(turn), y: b * Math.cos(turn) + d * Math.sin(turn) })
  }
  const sides: [far: number, direction: Direction][] = [
    [fixed.x - box.left, { x: -1, y: 0 }], [box.right - fixed.x, { x: 1, y: 0 }],
    [fixed.y - box.top, { x: 0, y: -1 }], [box.bottom - fixed.y, { x: 0, y: 1 }],
  ]
  const [far, direction] = sides.reduce((best, side) => side[0] < best[0] - LEVEL ? side : best)
  const isInTheMiddle = far > 0.4 * Math.min(box.right - box.left, box.bottom - box.top)
  return isInTheMiddle ? null : direction
}

function alongAxis({ x, y }: Point): Direction {
  return Math.abs(x) >= Math.abs(y) ? { x: Math.sign(x) || 1, y: 0 } : { x: 0, y: Math.sign(y) }
}

/** Boxes of other shapes that a route goes through; groups and what holds one of the ends are none. */
function obstacles(scene: Scene, from: End, to: End, route: readonly Point[]): Bounds[] {
  if (scene.drawn.length > MAX_OBSTACLE_OBJECTS) return []
  const holders = new Set<string>()
  for (const { target } of [from, to]) {
    for (let at = target?.object; at; at = at.parent === null ? undefined : boxed(scene, at.parent)) {
      if (holders.has(at.id)) break
      holders.add(at.id)
    }
  }
  const found: Bounds[] = []
  for (const place of scene.drawn) {
    if (!isBoxed(place) || place.object.kind === 'group' || holders.has(place.object.id)) continue
    if (place.object.kind === 'shape' && place.object.container) continue
    const box = boundsOfObject(scene, place)
    // What surrounds an end cannot be avoided.
    if ([from, to].some(end => isAround(box, end.fixed ?? middleOf(end)))) continue
    if (route.some((point, index) => index > 0 && passes(box, route[index - 1] ?? point, point))) found.push(box)
    if (found.length >= MAX_OBSTACLES) break
  }
  return found
}

function boxed(scene: Scene, id: string): BoxedObject | undefined {
  const place = scene.placed.get(id)
  return isBoxed(place) ? place.object : undefined
}

function isAround({ left, top, right, bottom }: Bounds, { x, y }: Point): boolean {
  return x >= left && x <= right && y >= top && y <= bottom
}

/** Straight stretches with rounded corners. */
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
    // The handles of a quarter of a circle.
    segments.push({ kind: 'curve', from: start, c1: mix(start, corner, 0.5523), c2: mix(end, corner, 0.5523), to: end })
    at = end
  }
  return segments
}

/** A smooth line: through the middles between corners, towards each corner; without corners it leaves shapes squarely. */
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

function outwards(scene: Scene, end: End, at: Point): Direction | null {
  if (!end.target) return null
  const box = boundsOfObject(scene, end.target)
  return end.fixed ? directionOf(end, box) : facing(box, { left: at.x, right: at.x, top: at.y, bottom: at.y })
}

/** Place on a line by the share of its length, 0 to 1, and an offset to the right of its direction. */
export function placeAlong(segments: readonly Segment[], share: number, across = 0): LinePlace | null {
  const lengths = segments.map(segmentLength)
  let left = (Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0.5) * lengths.reduce((sum, length) => sum + length, 0)
  for (const [index, segment] of segments.entries()) {
    const length = lengths[index] ?? 0
    if (left > length && index < segments.length - 1) {
      left -= length
      continue
    }
    const [before, after] = split(segment, length > 0 ? Math.min(1, left / length) : 0)
    const at = before.to
    const direction = unit(after.from, after.kind === 'curve' ? after.c1 : after.to) ?? unit(before.from, before.to) ?? { x: 1, y: 0 }
    return { at: { x: at.x - direction.y * across, y: at.y + direction.x * across }, direction }
  }
  return null
}

function unit(from: Point, to: Point): Point | null {
  const length = distance(from, to)
  return length > 1e-6 ? { x: (to.x - from.x) / length, y: (to.y - from.y) / length } : null
}

/** Cuts px off the start of a line; at least a trace of it is left. */
export function shorten(segments: readonly Segment[], amount: number): Segment[] {
  let left = amount
  for (const [index, segment] of segments.entries()) {
    const length = segmentLength(segment)
    if (left < length) return left <= 0 ? segments.slice(index) : [split(segment, left / length)[1], ...segments.slice(index + 1)]
    left -= length
  }
  return []
}

/** The same line the other way round. */
export function reversed(segments: readonly Segment[]): Segment[] {
  return segments.toReversed().map(segment => segment.kind === 'line'
    ? { kind: 'line', from: segment.to, to: segment.from }
    : { kind: 'curve', from: segment.to, c1: segment.c2, c2: segment.c1, to: segment.from })
}

function isFinitePoint({ x, y }: Point): boolean {
  return Number.isFinite(x) && Number.isFinite(y)
}
