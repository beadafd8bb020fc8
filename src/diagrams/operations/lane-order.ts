/**
 * Pools and their lanes: a lane is a container in a pool, and the lanes of a pool fill it beside each other, beyond its
 * title. Positions are in the pool's own coordinates, whatever way it is turned.
 */
import { boxMatrix } from '../model/geometry/matrix.ts'
import type { Change } from '../model/changes.ts'
import type { DiagramObject, DiagramPage, ShapeObject } from '../model/document.ts'
import { parametersOf } from '../render/scene.ts'
import { findShape } from '../shapes/library.ts'
import { boxFields, updated } from './place.ts'
import { childrenOf, coordinate, objectOf } from './tree.ts'

export type Direction = 'horizontal' | 'vertical'

const POOL = /^swimlane\.(horizontal|vertical)-([1-5])$/
const LANE = /^swimlane\.lane-(horizontal|vertical)$/
/** Least extent of a lane across its direction, px. */
export const LEAST_LANE = 20

/** Names of a box's fields along the row of lanes, and across it. */
interface Axis {
  at: 'x' | 'y'
  size: 'width' | 'height'
  crossAt: 'x' | 'y'
  crossSize: 'width' | 'height'
}

/** Horizontal lanes lie below each other, vertical ones side by side. */
export function axisOf(direction: Direction): Axis {
  return direction === 'horizontal'
    ? { at: 'y', size: 'height', crossAt: 'x', crossSize: 'width' }
    : { at: 'x', size: 'width', crossAt: 'y', crossSize: 'height' }
}

/** A pool's direction and the number of lanes that its shape draws itself; null for what is no pool. */
export function poolKind(object: DiagramObject | undefined): { direction: Direction; drawn: number } | null {
  const [, direction, drawn] = (object?.kind === 'shape' && POOL.exec(object.shape)) || []
  return direction === 'horizontal' || direction === 'vertical' ? { direction, drawn: Number(drawn) } : null
}

/** Direction of a lane; null for what is none. */
export function laneKind(object: DiagramObject | undefined): Direction | null {
  const [, direction] = (object?.kind === 'shape' && LANE.exec(object.shape)) || []
  return direction === 'horizontal' || direction === 'vertical' ? direction : null
}

/** The pool that a lane is one of; null for a lane outside of pools. */
export function poolOf(page: DiagramPage, id: string): ShapeObject | null {
  const lane = objectOf(page, id)
  const pool = lane && lane.parent !== null ? objectOf(page, lane.parent) : undefined
  return pool?.kind === 'shape' && laneKind(lane) !== null && laneKind(lane) === poolKind(pool)?.direction ? pool : null
}

/** Lanes of a pool in their order. */
export function lanesOf(page: DiagramPage, pool: string): ShapeObject[] {
  const kind = poolKind(objectOf(page, pool))
  if (!kind) return []
  const { at, size } = axisOf(kind.direction)
  return childrenOf(page, pool)
    .filter(
      (child): child is ShapeObject =>
        child.kind === 'shape' && laneKind(child) === kind.direction && !child.rotation && !child.flipX && !child.flipY,
    )
    .toSorted((a, b) => a[at] + a[size] / 2 - b[at] - b[size] / 2)
}

/** Thickness of a pool's title, px. */
export function titleOf(pool: ShapeObject): number {
  const definition = findShape(pool.shape)
  const kind = poolKind(pool)
  const header = definition ? (parametersOf(definition, pool.parameters)['header'] ?? 0) : 0
  return kind ? Math.min(header, pool[axisOf(kind.direction).crossSize]) : 0
}

/**
 * Changes that put lanes beside each other in an order and make the pool as long as they are together.
 * @param cross the pool's extent along its lanes
 */
export function stacked(page: DiagramPage, pool: ShapeObject, lanes: readonly ShapeObject[], cross: number): Change[] {
  const kind = poolKind(pool)
  if (!kind || lanes.length === 0) return []
  const { at, size, crossAt, crossSize } = axisOf(kind.direction)
  const title = titleOf(pool)
  let from = 0
  const changes = lanes.flatMap(lane => {
    const length = coordinate(Math.max(LEAST_LANE, lane[size]))
    const box = { [at]: coordinate(from), [size]: length, [crossAt]: title, [crossSize]: Math.max(1, cross - title) }
    from += length
    return updated(page, lane, box)
  })
  const whole = { width: pool.width, height: pool.height, [size]: from, [crossSize]: Math.max(cross, title + 1) }
  // Its corner stays, also that of a turned pool.
  const fields = boxFields(boxMatrix(pool), whole, Boolean(pool.flipX), Boolean(pool.flipY))
  return [...changes, ...updated(page, pool, fields)]
}

/**
 * Changes that tidy a pool after its lanes or itself were changed: in the order of their middles, as wide as the pool,
 * which takes the extent of a lane that was resized.
 * @param before the page before that
 */
export function tidied(before: DiagramPage, page: DiagramPage, id: string): Change[] {
  const pool = objectOf(page, id)
  const kind = poolKind(pool)
  if (pool?.kind !== 'shape' || !kind) return []
  const { crossSize } = axisOf(kind.direction)
  const lanes = lanesOf(page, id)
  const old = objectOf(before, id)
  const isResized = old?.kind !== 'shape' || old.width !== pool.width || old.height !== pool.height
  const wider = lanes.find(lane => {
    const was = objectOf(before, lane.id)
    return was?.kind === 'shape' && was.parent === id && was[crossSize] !== lane[crossSize]
  })
  const isLaneResized = !isResized && wider !== undefined && old.shape === pool.shape
  return stacked(page, pool, lanes, isLaneResized ? titleOf(pool) + wider[crossSize] : pool[crossSize])
}
