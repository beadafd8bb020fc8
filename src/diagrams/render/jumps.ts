/** Line jumps: arcs where a connector crosses others. */
import type { Point } from '../model/document.ts'
import { intersection } from '../model/geometry/outline.ts'
import { distance, mix, type Segment } from '../model/geometry/path.ts'

/** Maximum of segments considered, the topmost ones. */
const MAX_STRETCHES = 3000
const RADIUS = 5

/**
 * Adds an arc at each crossing of straight segments with those below.
 * @param below straight segments, bottom first
 * @param width of the stroke, px
 */
export function withJumps(segments: readonly Segment[], below: readonly Segment[], width: number): Segment[] {
  const radius = RADIUS + width
  const others = below.slice(-MAX_STRETCHES)
  return segments.flatMap(segment =>
    segment.kind === 'line' ? arched(segment.from, segment.to, others, radius) : [segment],
  )
}

function arched(from: Point, to: Point, others: readonly Segment[], radius: number): Segment[] {
  const length = distance(from, to)
  const places: number[] = []
  for (const other of others) {
    if (areApart(from.x, to.x, other.from.x, other.to.x) || areApart(from.y, to.y, other.from.y, other.to.y)) continue
    const place = intersection(from, to, other.from, other.to)
    if (place) places.push(distance(from, place))
  }
  places.sort((a, b) => a - b)
  const segments: Segment[] = []
  let at = from
  let free = 0
  for (const place of places) {
    // No room near an end or in another arc.
    if (place - radius < free || place + radius > length) continue
    const [start, end] = [mix(from, to, (place - radius) / length), mix(from, to, (place + radius) / length)]
    segments.push({ kind: 'line', from: at, to: start }, arch(start, end))
    at = end
    free = place + radius
  }
  return [...segments, { kind: 'line', from: at, to }]
}

/** Whether two intervals are disjoint; a cheap test that nearly all lines pass. */
function areApart(a: number, b: number, c: number, d: number): boolean {
  return Math.max(a, b) < Math.min(c, d) || Math.max(c, d) < Math.min(a, b)
}

/** Half an ellipse upwards, to the left for vertical lines. */
function arch(from: Point, to: Point): Segment {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  // The same side of the page in both directions.
  const side = dx > 0 || (dx === 0 && dy < 0) ? 1 : -1
  const up = { x: dy * side * 0.667, y: -dx * side * 0.667 }
  return {
    kind: 'curve',
    from,
    c1: { x: from.x + up.x, y: from.y + up.y },
    c2: { x: to.x + up.x, y: to.y + up.y },
    to,
  }
}
