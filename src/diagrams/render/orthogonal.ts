/**
 * Orthogonal routing around boxes: the shortest path with the fewest corners in a sparse grid of lines along the
 * boxes' edges and through the ends (Wybrow, Marriott, Stuckey: Orthogonal Connector Routing, 2009, simplified).
 */
import type { Point } from '../model/document.ts'
import type { Bounds } from '../model/geometry/outline.ts'

/** A unit vector along an axis. */
export type Direction = Readonly<Point>

export interface RouteEnd {
  at: Point
  /** Direction in which it leaves; null for any. */
  direction: Direction | null
  /** The attached shape. */
  box: Bounds | null
}

/** Clearance between routes and shapes, px. */
export const CLEARANCE = 16
const STEPS: readonly Direction[] = [
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: -1, y: 0 },
  { x: 0, y: -1 },
]
/** Cost of a corner, in px of length. */
const CORNER_COST = 40
/** Extra cost off the centre line: a tie-breaker. */
const OFF_CENTRE_COST = 1
/** Maximum of grid lines per axis. */
const MAX_LINES = 40

/**
 * Corners of a route that avoids boxes, without the ends.
 * @param obstacles further boxes to avoid
 */
export function routeAround(from: RouteEnd, to: RouteEnd, obstacles: readonly Bounds[] = []): Point[] {
  const gap = gapBetween(from, to)
  const start = leave(from, gap)
  const goal = leave(to, gap)
  const boxes = [from.box, to.box, ...obstacles].filter(box => box !== null)
  const xs = lines(
    boxes.flatMap(box => [box.left - gap, box.right + gap]),
    start.x,
    goal.x,
    from.at.x,
    to.at.x,
  )
  const ys = lines(
    boxes.flatMap(box => [box.top - gap, box.bottom + gap]),
    start.y,
    goal.y,
    from.at.y,
    to.at.y,
  )
  const walls = boxes.filter(box => !inside(box, start) && !inside(box, goal))
  const found = search({ xs, ys, walls }, start, goal, from.direction, to.direction)
  return simplify([from.at, ...(found ?? elbow(start, goal, from.direction)), to.at]).slice(1, -1)
}

/** Half the room between two close shapes. */
function gapBetween({ box: a }: RouteEnd, { box: b }: RouteEnd): number {
  if (!a || !b) return CLEARANCE
  const across = Math.max(b.left - a.right, a.left - b.right)
  const down = Math.max(b.top - a.bottom, a.top - b.bottom)
  const room = Math.max(across, down)
  return room > 0 ? Math.min(CLEARANCE, room / 2) : CLEARANCE
}

/** First corner of an end with a direction, straight out of its shape. */
function leave({ at, direction, box }: RouteEnd, gap: number): Point {
  if (!direction) return at
  if (direction.x > 0) return { x: Math.max(at.x, box?.right ?? at.x) + gap, y: at.y }
  if (direction.x < 0) return { x: Math.min(at.x, box?.left ?? at.x) - gap, y: at.y }
  if (direction.y > 0) return { x: at.x, y: Math.max(at.y, box?.bottom ?? at.y) + gap }
  return { x: at.x, y: Math.min(at.y, box?.top ?? at.y) - gap }
}

/** Grid lines of one axis, with one halfway between the ends. */
function lines(edges: number[], start: number, goal: number, ...ends: number[]): number[] {
  const all = new Set([start, goal, (start + goal) / 2, ...ends, ...edges.slice(0, MAX_LINES)])
  return [...all].filter(Number.isFinite).toSorted((a, b) => a - b)
}

interface Grid {
  xs: readonly number[]
  ys: readonly number[]
  walls: readonly Bounds[]
}

/** A* over positions and directions; the heuristic is the remaining distance. */
function search(
  { xs, ys, walls }: Grid,
  start: Point,
  goal: Point,
  first: Direction | null,
  last: Direction | null,
): Point[] | null {
  const [startX, startY, goalX, goalY] = [
    xs.indexOf(start.x),
    ys.indexOf(start.y),
    xs.indexOf(goal.x),
    ys.indexOf(goal.y),
  ]
  const stateOf = (x: number, y: number, way: number) => (y * xs.length + x) * 4 + way
  const costs = new Float64Array(xs.length * ys.length * 4).fill(Infinity)
  const before = new Int32Array(costs.length).fill(-1)
  const done = new Uint8Array(costs.length)
  const queue = new Heap()
  const middle = { x: (start.x + goal.x) / 2, y: (start.y + goal.y) / 2 }
  STEPS.forEach((step, way) => {
    // After leaving its shape, a line never reverses.
    if (first && step.x === -first.x && step.y === -first.y) return
    const cost = first && (step.x !== first.x || step.y !== first.y) ? CORNER_COST : 0
    costs[stateOf(startX, startY, way)] = cost
    queue.push(cost, stateOf(startX, startY, way))
  })
  for (let state = queue.pop(); state >= 0; state = queue.pop()) {
    if (done[state]) continue
    done[state] = 1
    const way = state % 4
    const x = (state >> 2) % xs.length
    const y = Math.floor((state >> 2) / xs.length)
    if (x === goalX && y === goalY && mayEnter(way, last)) return wayTo(state, before, xs, ys)
    const [hereX, hereY] = [xs[x] ?? 0, ys[y] ?? 0]
    for (let next = 0; next < 4; next++) {
      if (next === (way + 2) % 4) continue
      const step = STEPS[next] as Direction
      const [nextX, nextY] = [x + step.x, y + step.y]
      if (nextX < 0 || nextY < 0 || nextX >= xs.length || nextY >= ys.length) continue
      const nextState = stateOf(nextX, nextY, next)
      if (done[nextState]) continue
      const [thereX, thereY] = [xs[nextX] ?? 0, ys[nextY] ?? 0]
      const isCentral = step.x === 0 ? hereX === middle.x : hereY === middle.y
      const corner = next === way ? 0 : CORNER_COST + (isCentral ? 0 : OFF_CENTRE_COST)
      const isGoal = nextX === goalX && nextY === goalY
      const lastCorner = isGoal && last && !straightInto(next, last) ? CORNER_COST + OFF_CENTRE_COST : 0
      const total = (costs[state] ?? 0) + Math.abs(thereX - hereX) + Math.abs(thereY - hereY) + corner + lastCorner
      if (total >= (costs[nextState] ?? 0) || isBlocked(walls, hereX, hereY, thereX, thereY)) continue
      costs[nextState] = total
      before[nextState] = state
      queue.push(total + Math.abs(goal.x - thereX) + Math.abs(goal.y - thereY), nextState)
    }
  }
  return null
}

function isBlocked(walls: readonly Bounds[], fromX: number, fromY: number, toX: number, toY: number): boolean {
  for (const { left, top, right, bottom } of walls) {
    if (
      Math.max(fromX, toX) > left &&
      Math.min(fromX, toX) < right &&
      Math.max(fromY, toY) > top &&
      Math.min(fromY, toY) < bottom
    )
      return true
  }
  return false
}

/** Whether a path may enter the shape from the last corner without reversing. */
function mayEnter(way: number, last: Direction | null): boolean {
  const step = STEPS[way]
  return !last || !step || !(step.x === last.x && step.y === last.y)
}

function straightInto(way: number, last: Direction): boolean {
  const step = STEPS[way]
  return step !== undefined && step.x === -last.x && step.y === -last.y
}

function wayTo(state: number, before: Int32Array, xs: readonly number[], ys: readonly number[]): Point[] {
  const points: Point[] = []
  for (let at = state; at >= 0; at = before[at] ?? -1) {
    const place = at >> 2
    points.push({ x: xs[place % xs.length] ?? 0, y: ys[Math.floor(place / xs.length)] ?? 0 })
  }
  return points.toReversed()
}

/** A single corner where no path was found: overlapping shapes. */
function elbow(start: Point, goal: Point, direction: Direction | null): Point[] {
  return [start, direction?.y ? { x: start.x, y: goal.y } : { x: goal.x, y: start.y }, goal]
}

function inside({ left, top, right, bottom }: Bounds, { x, y }: Point): boolean {
  return x > left && x < right && y > top && y < bottom
}

/** Whether a horizontal or vertical segment crosses a box's interior. */
export function passes(box: Bounds, from: Point, to: Point): boolean {
  return isBlocked([box], from.x, from.y, to.x, to.y)
}

/** Removes duplicate and collinear points. */
export function simplify(points: readonly Point[]): Point[] {
  const simplified: Point[] = []
  for (const point of points) {
    const last = simplified.at(-1)
    if (last && same(last.x, point.x) && same(last.y, point.y)) continue
    const before = simplified.at(-2)
    const onOneLine =
      last &&
      before &&
      ((same(before.x, last.x) && same(last.x, point.x)) || (same(before.y, last.y) && same(last.y, point.y)))
    if (onOneLine) simplified[simplified.length - 1] = point
    else simplified.push(point)
  }
  return simplified
}

function same(a: number, b: number): boolean {
  return Math.abs(a - b) < 0.01
}

/** Binary heap of states by cost. */
class Heap {
  readonly #costs: number[] = []
  readonly #states: number[] = []

  push(cost: number, state: number): void {
    let at = this.#costs.push(cost) - 1
    this.#states.push(state)
    while (at > 0) {
      const parent = (at - 1) >> 1
      if ((this.#costs[parent] ?? 0) <= cost) break
      this.#swap(at, parent)
      at = parent
    }
  }

  /** Removes the cheapest state; -1 when empty. */
  pop(): number {
    const costs = this.#costs
    const end = costs.length - 1
    if (end < 0) return -1
    this.#swap(0, end)
    costs.pop()
    const top = this.#states.pop() ?? -1
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2]
      let least = at
      if ((costs[left] ?? Infinity) < (costs[least] ?? Infinity)) least = left
      if ((costs[right] ?? Infinity) < (costs[least] ?? Infinity)) least = right
      if (least === at) return top
      this.#swap(at, least)
      at = least
    }
  }

  #swap(a: number, b: number): void {
    const [costs, states] = [this.#costs, this.#states]
    const [cost, state] = [costs[a] ?? 0, states[a] ?? 0]
    costs[a] = costs[b] ?? 0
    states[a] = states[b] ?? 0
    costs[b] = cost
    states[b] = state
  }
}
