/** Polycurves: positions along them, their parts. */
import type { Point } from '../model/document.ts'
import { distance, segmentLength, split, type Segment } from '../model/geometry/path.ts'

/** A position on a line with the unit direction. */
export interface LinePlace {
  at: Point
  direction: Point
}

/** Position by the share of the length, 0 to 1, and an offset to the right of the direction. */
export function placeAlong(segments: readonly Segment[], share: number, across = 0): LinePlace | null {
  const lengths = segments.map(segmentLength)
  let left =
    (Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0.5) * lengths.reduce((sum, length) => sum + length, 0)
  for (const [index, segment] of segments.entries()) {
    const length = lengths[index] ?? 0
    if (left > length && index < segments.length - 1) {
      left -= length
      continue
    }
    const [before, after] = split(segment, length > 0 ? Math.min(1, left / length) : 0)
    const at = before.to
    const direction = unit(after.from, after.kind === 'curve' ? after.c1 : after.to) ??
      unit(before.from, before.to) ?? { x: 1, y: 0 }
    return { at: { x: at.x - direction.y * across, y: at.y + direction.x * across }, direction }
  }
  return null
}

function unit(from: Point, to: Point): Point | null {
  const length = distance(from, to)
  return length > 1e-6 ? { x: (to.x - from.x) / length, y: (to.y - from.y) / length } : null
}

/** Cuts px off the start, leaving at least a minimal rest. */
export function shorten(segments: readonly Segment[], amount: number): Segment[] {
  let left = amount
  for (const [index, segment] of segments.entries()) {
    const length = segmentLength(segment)
    if (left < length)
      return left <= 0 ? segments.slice(index) : [split(segment, left / length)[1], ...segments.slice(index + 1)]
    left -= length
  }
  return []
}

export function reversed(segments: readonly Segment[]): Segment[] {
  return segments
    .toReversed()
    .map(segment =>
      segment.kind === 'line'
        ? { kind: 'line', from: segment.to, to: segment.from }
        : { kind: 'curve', from: segment.to, c1: segment.c2, c2: segment.c1, to: segment.from },
    )
}
