/** Corners of orthogonal connectors: preserved and fitted to their ends, or routed around shapes. */
import type { Point } from '../model/document.ts'
import { LEVEL, levelGlide, middleOf, routeEnd, type End } from './connector-end.ts'
import { passes, routeAround, simplify } from './orthogonal.ts'
import type { Bounds } from '../model/geometry/outline.ts'
import { boundsOfObject, isBoxed, type BoxedObject, type Scene } from './scene.ts'

/** Pages with more objects are routed without obstacles; routes must stay cheap. */
const MAX_OBSTACLE_OBJECTS = 2000
const MAX_OBSTACLES = 8

/** Points of an orthogonal connector: its own corners, or without any a route around shapes. */
export function orthogonal(scene: Scene, from: End, to: End, waypoints: Point[]): Point[] {
  if (waypoints.length > 0) return fitted(scene, from, to, waypoints)
  const start = routeEnd(scene, from, to)
  const goal = routeEnd(scene, to, from)
  const isLevel = Math.abs(start.at.x - goal.at.x) < LEVEL || Math.abs(start.at.y - goal.at.y) < LEVEL
  if (isLevel && ![start.box, goal.box].some(box => box && passes(shrunk(box), start.at, goal.at)))
    return [start.at, goal.at]
  const route = [start.at, ...routeAround(start, goal), goal.at]
  const inTheWay = obstacles(scene, from, to, route)
  return inTheWay.length > 0 ? [start.at, ...routeAround(start, goal, inTheWay), goal.at] : route
}

function shrunk({ left, top, right, bottom }: Bounds): Bounds {
  return { left: left + LEVEL, top: top + LEVEL, right: right - LEVEL, bottom: bottom - LEVEL }
}

/** Moves the corners next to moved ends, so that the first and last segments stay horizontal or vertical. */
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
  // A single corner serves both ends; a second joins it where they disagree.
  if (corners.length === 1 && isStartLevel === isGoalLevel) {
    corners.push(isStartLevel ? { x: first.x, y: goal.y } : { x: goal.x, y: first.y })
  } else if (isGoalLevel) last.y = goal.y
  else last.x = goal.x
  return simplify([start, ...corners, goal])
}

/** Whether the segment from an end to its first corner is horizontal. */
function isLevel(end: Point, corner: Point, beyond: Point | undefined): boolean {
  const [across, down] = [Math.abs(end.x - corner.x), Math.abs(end.y - corner.y)]
  if (across < LEVEL && down < LEVEL && beyond) return Math.abs(beyond.x - corner.x) < Math.abs(beyond.y - corner.y)
  return across >= down
}

/** Boxes of other shapes that a route crosses, without groups and containers of the ends. */
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
    // A container of an end cannot be avoided.
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
