/**
 * Snapping of moves and resizes: to edges and middles of other objects, equal gaps, the grid. Pure, in page
 * coordinates.
 */
import type { Point } from '#diagrams/model/document.ts'
import type { Bounds } from '#diagrams/model/geometry/outline.ts'

/** An alignment line, or a gap equal to another. */
export type Guide = { kind: 'line'; from: Point; to: Point } | { kind: 'gap'; from: Point; to: Point }

export interface SnapOptions {
  /** Bounds of unmoved objects. */
  others: readonly Bounds[]
  /** Snap distance, px. */
  tolerance: number
  /** Null for none. */
  grid: number | null
}

export interface Snapped {
  /** The snapped move. */
  by: Point
  guides: Guide[]
}

type Axis = 'x' | 'y'
interface Span {
  from: number
  to: number
}

/** Tolerance for equal positions, px. */
const SAME = 0.01

/**
 * Snaps a move, each axis independently, to objects before the grid.
 * @param bounds of the moved objects, before the move
 */
export function snapMove(bounds: Bounds, by: Point, options: SnapOptions): Snapped {
  const moved = shifted(bounds, by)
  const x = snapAxis(moved, 'x', options)
  const y = snapAxis(moved, 'y', options)
  const end = { x: by.x + x, y: by.y + y }
  return { by: end, guides: guidesOf(shifted(bounds, end), options.others, ['x', 'y']) }
}

/**
 * Snaps a dragged corner or edge.
 * @param at the corner or edge
 * @param axes free axes
 */
export function snapPoint(
  at: Point,
  axes: readonly Axis[],
  { others, tolerance, grid }: SnapOptions,
): { at: Point; guides: Guide[] } {
  const snapped = { ...at }
  const guides: Guide[] = []
  for (const axis of axes) {
    const delta = nearest(
      others.flatMap(other => lines(other, axis)).map(line => line - at[axis]),
      tolerance,
    )
    if (delta !== null) snapped[axis] += delta
    else if (grid) snapped[axis] = Math.round(at[axis] / grid) * grid
  }
  for (const axis of axes) {
    const aligned = others.filter(other => lines(other, axis).some(line => Math.abs(line - snapped[axis]) < SAME))
    if (aligned.length > 0)
      guides.push(
        alignment(axis, snapped[axis], [
          ...aligned.map(other => span(other, cross(axis))),
          { from: snapped[cross(axis)], to: snapped[cross(axis)] },
        ]),
      )
  }
  return { at: snapped, guides }
}

/** Angle rounded to a multiple of a step, degrees. */
export function snapAngle(degrees: number, step: number): number {
  return Math.round(degrees / step) * step
}

function snapAxis(moved: Bounds, axis: Axis, { others, tolerance, grid }: SnapOptions): number {
  const own = lines(moved, axis)
  const deltas = others.flatMap(other => lines(other, axis).flatMap(line => own.map(mine => line - mine)))
  const aligned = nearest(deltas, tolerance)
  const even = nearest(evenDeltas(moved, others, axis), tolerance)
  if (aligned !== null && (even === null || Math.abs(aligned) <= Math.abs(even))) return aligned
  if (even !== null) return even
  const from = span(moved, axis).from
  return grid ? Math.round(from / grid) * grid - from : 0
}

/** Moves that make equal gaps: between two objects, or beyond the next two. */
function evenDeltas(moved: Bounds, others: readonly Bounds[], axis: Axis): number[] {
  const { before, after } = neighbours(moved, others, axis)
  const { from, to } = span(moved, axis)
  const deltas: number[] = []
  const [left, farLeft] = before
  const [right, farRight] = after
  if (left && right) deltas.push((left.to + right.from) / 2 - (from + to) / 2)
  if (left && farLeft) deltas.push(left.to + (left.from - farLeft.to) - from)
  if (right && farRight) deltas.push(right.from - (farRight.from - right.to) - to)
  return deltas
}

/** Objects in the same row or column, nearest first, not overlapping. */
function neighbours(moved: Bounds, others: readonly Bounds[], axis: Axis): { before: Span[]; after: Span[] } {
  const own = span(moved, axis)
  const side = span(moved, cross(axis))
  const row = others
    .filter(other => {
      const { from, to } = span(other, cross(axis))
      return from < side.to && to > side.from
    })
    .map(other => span(other, axis))
  const apart = (spans: Span[], gap: (near: Span, far: Span) => number) => {
    const chosen: Span[] = []
    for (const one of spans) if (!chosen.at(-1) || gap(chosen.at(-1) as Span, one) > 0) chosen.push(one)
    return chosen
  }
  const middle = (own.from + own.to) / 2
  const before = row.filter(({ to }) => to <= middle).toSorted((a, b) => b.to - a.to)
  const after = row.filter(({ from }) => from >= middle).toSorted((a, b) => a.from - b.from)
  return {
    before: apart(before, (near, far) => near.from - far.to),
    after: apart(after, (near, far) => far.from - near.to),
  }
}

function guidesOf(moved: Bounds, others: readonly Bounds[], axes: readonly Axis[]): Guide[] {
  return axes.flatMap(axis => {
    const found: Guide[] = []
    for (const line of lines(moved, axis)) {
      const aligned = others.filter(other => lines(other, axis).some(one => Math.abs(one - line) < SAME))
      if (aligned.length > 0)
        found.push(
          alignment(
            axis,
            line,
            [moved, ...aligned].map(bounds => span(bounds, cross(axis))),
          ),
        )
    }
    return [...found, ...gapsOf(moved, others, axis)]
  })
}

/** Equal gaps on both sides, or beyond the next neighbour. */
function gapsOf(moved: Bounds, others: readonly Bounds[], axis: Axis): Guide[] {
  const {
    before: [left, farLeft],
    after: [right, farRight],
  } = neighbours(moved, others, axis)
  const own = span(moved, axis)
  const side = span(moved, cross(axis))
  const at = (side.from + side.to) / 2
  const gap = (from: number, to: number): Guide => ({
    kind: 'gap',
    from: point(axis, from, at),
    to: point(axis, to, at),
  })
  const pairs: [Span | undefined, Span | undefined][] = [
    [left && { from: left.to, to: own.from }, right && { from: own.to, to: right.from }],
    [left && { from: left.to, to: own.from }, left && farLeft && { from: farLeft.to, to: left.from }],
    [right && { from: own.to, to: right.from }, right && farRight && { from: right.to, to: farRight.from }],
  ]
  const even = pairs.filter(([a, b]) => a && b && a.to > a.from && Math.abs(a.to - a.from - (b.to - b.from)) < SAME)
  return even.slice(0, 1).flatMap(pair => pair.flatMap(one => (one ? [gap(one.from, one.to)] : [])))
}

function alignment(axis: Axis, line: number, spans: readonly Span[]): Guide {
  return {
    kind: 'line',
    from: point(axis, line, Math.min(...spans.map(({ from }) => from))),
    to: point(axis, line, Math.max(...spans.map(({ to }) => to))),
  }
}

function point(axis: Axis, along: number, across: number): Point {
  return axis === 'x' ? { x: along, y: across } : { x: across, y: along }
}

function nearest(deltas: readonly number[], tolerance: number): number | null {
  const best = deltas.reduce((least, delta) => (Math.abs(delta) < Math.abs(least) ? delta : least), Infinity)
  return Math.abs(best) <= tolerance ? best : null
}

function lines(bounds: Bounds, axis: Axis): number[] {
  const { from, to } = span(bounds, axis)
  return [from, (from + to) / 2, to]
}

function span({ left, top, right, bottom }: Bounds, axis: Axis): Span {
  return axis === 'x' ? { from: left, to: right } : { from: top, to: bottom }
}

function cross(axis: Axis): Axis {
  return axis === 'x' ? 'y' : 'x'
}

function shifted({ left, top, right, bottom }: Bounds, { x, y }: Point): Bounds {
  return { left: left + x, top: top + y, right: right + x, bottom: bottom + y }
}
