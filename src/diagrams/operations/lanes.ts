/** Making pools with lanes, and adding and moving lanes. Removal and resizing are those of all objects. */
import { compose, type Change } from '../model/changes.ts'
import type { DiagramPage, ShapeObject } from '../model/document.ts'
import {
  axisOf,
  laneKind,
  lanesOf,
  LEAST_LANE,
  poolKind,
  poolOf,
  stacked,
  titleOf,
  type Direction,
} from './lane-order.ts'
import { updated } from './place.ts'
import { reparent } from './reparent.ts'
import { pageAfter, settled } from './settle.ts'
import { childrenOf, isLocked, newId, objectOf, topOrder } from './tree.ts'

export { axisOf, laneKind, lanesOf, LEAST_LANE, poolKind, poolOf } from './lane-order.ts'

/**
 * The objects of a new pool: itself, and as many lanes as its shape draws, each with a separate title. Ids of lanes
 * follow from the pool's. Other shapes and pools of a single lane come back alone.
 */
export function withNewLanes(page: DiagramPage, pool: ShapeObject): ShapeObject[] {
  const kind = poolKind(pool)
  if (!kind || kind.drawn < 2) return [pool]
  return [{ ...pool, shape: plainPool(kind.direction) }, ...lanesFor(page, pool, kind.direction, kind.drawn)]
}

function plainPool(direction: Direction): string {
  return `swimlane.${direction}-1`
}

/** Lanes of equal size that fill a pool. */
function lanesFor(page: DiagramPage, pool: ShapeObject, direction: Direction, count: number): ShapeObject[] {
  const { at, size, crossAt, crossSize } = axisOf(direction)
  const title = titleOf(pool)
  const orders = topOrder(page, pool.id, pool.layer, count)
  const length = pool[size] / count
  return orders.map((order, index) => ({
    kind: 'shape',
    id: `${pool.id}-${index + 1}`,
    parent: pool.id,
    layer: pool.layer,
    order,
    shape: `swimlane.lane-${direction}`,
    style: pool.style,
    container: true,
    x: 0,
    y: 0,
    width: 0,
    height: 0,
    [at]: length * index,
    [size]: length,
    [crossAt]: title,
    [crossSize]: Math.max(1, pool[crossSize] - title),
  }))
}

/** The pool of a selected lane or pool that can be changed, or null. */
export function poolAt(page: DiagramPage, id: string): ShapeObject | null {
  const object = objectOf(page, id)
  const pool = object?.kind === 'shape' && poolKind(object) ? object : poolOf(page, id)
  return pool && !isLocked(page, pool.id) ? pool : null
}

/** Converts lanes that a pool's shape only draws into objects with its content. Pools with lanes stay. */
function divided(page: DiagramPage, pool: ShapeObject): Change {
  const kind = poolKind(pool)
  if (!kind || lanesOf(page, pool.id).length > 0) return compose()
  const content = childrenOf(page, pool.id)
  // Ids of lanes before may be those of removed ones that undo brings back.
  const lanes = lanesFor(page, pool, kind.direction, kind.drawn).map(lane => ({ ...lane, id: newId() }))
  const put = compose(
    ...updated(page, pool, { shape: plainPool(kind.direction), container: true }),
    ...lanes.map((object): Change => ({ type: 'put-object', pageId: page.id, object })),
  )
  const { at, size } = axisOf(kind.direction)
  let after = pageAfter(page, put)
  const steps = [put]
  for (const lane of lanes) {
    const own = content.filter(child => {
      if (child.kind === 'connector') return false
      const middle = child[at] + child[size] / 2
      const isLast = lane === lanes.at(-1)
      const isFirst = lane === lanes[0]
      return (isFirst || middle >= lane[at]) && (isLast || middle < lane[at] + lane[size])
    })
    const step = reparent(
      after,
      own.map(({ id }) => id),
      lane.id,
    )
    steps.push(step)
    after = pageAfter(after, step)
  }
  return compose(...steps)
}

/**
 * Adds a lane beside a lane, or as the first or last of a pool, as large as its neighbour.
 * @param id of a lane or a pool
 * @returns null for what is neither, or locked
 */
export function addLane(
  page: DiagramPage,
  id: string,
  where: 'before' | 'after',
): { change: Change; id: string } | null {
  const pool = poolAt(page, id)
  const kind = poolKind(pool ?? undefined)
  if (!pool || !kind) return null
  const first = divided(page, pool)
  const between = pageAfter(page, first)
  const lanes = lanesOf(between, pool.id)
  const index = lanes.findIndex(lane => lane.id === id)
  const at = index < 0 ? (where === 'before' ? 0 : lanes.length) : index + (where === 'after' ? 1 : 0)
  const like = lanes[index] ?? (where === 'before' ? lanes[0] : lanes.at(-1))
  if (!like) return null
  const { text: _text, link: _link, foreign: _foreign, locked: _locked, ...look } = like
  const lane: ShapeObject = {
    ...look,
    id: newId(),
    order: topOrder(between, pool.id, pool.layer, 1)[0] ?? like.order,
    [axisOf(kind.direction).size]: Math.max(LEAST_LANE, like[axisOf(kind.direction).size]),
  }
  const put: Change = { type: 'put-object', pageId: page.id, object: lane }
  const added = pageAfter(between, put)
  const order = lanes.toSpliced(at, 0, lane)
  const now = objectOf(added, pool.id)
  const steps = now?.kind === 'shape' ? stacked(added, now, order, now[axisOf(kind.direction).crossSize]) : []
  return { change: settled(page, compose(first, put, ...steps), [pool.id]), id: lane.id }
}

/** Moves a lane among those of its pool. @param by places; beyond the ends, or for what is no lane, nothing changes */
export function moveLane(page: DiagramPage, id: string, by: number): Change {
  const pool = poolOf(page, id)
  const kind = poolKind(pool ?? undefined)
  if (!pool || !kind || isLocked(page, id)) return compose()
  const lanes = lanesOf(page, pool.id)
  const from = lanes.findIndex(lane => lane.id === id)
  const [lane] = lanes.slice(from, from + 1)
  const to = Math.min(lanes.length - 1, Math.max(0, from + by))
  if (!lane || to === from) return compose()
  const order = lanes.toSpliced(from, 1).toSpliced(to, 0, lane)
  return settled(page, compose(...stacked(page, pool, order, pool[axisOf(kind.direction).crossSize])), [pool.id])
}

/**
 * Container for a lane that is put onto an object: the pool itself, not one of its lanes.
 * @param holder the container under it
 */
export function holderOfLane(page: DiagramPage, lane: Pick<ShapeObject, 'kind' | 'shape'>, holder: string): string {
  const pool = poolOf(page, holder)
  return pool && laneKind(lane as ShapeObject) === poolKind(pool)?.direction ? pool.id : holder
}

/** A lane within a pool that has none yet: as long as the pool, so that it keeps its size. */
export function firstLane(page: DiagramPage, lane: ShapeObject): ShapeObject {
  const pool = lane.parent === null ? undefined : objectOf(page, lane.parent)
  const kind = poolKind(pool)
  if (pool?.kind !== 'shape' || laneKind(lane) !== kind?.direction || lanesOf(page, pool.id).length > 0) return lane
  const { at, size } = axisOf(kind.direction)
  return { ...lane, [at]: 0, [size]: pool[size] }
}
