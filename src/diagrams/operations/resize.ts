/** Resizing of objects with their content. */
import { apply, boxMatrix, IDENTITY, multiply, type Matrix } from '../model/geometry/matrix.ts'
import type { BoxedObject } from '../render/scene.ts'
import type { Rect, Size } from '../shapes/contract.ts'
import { compose, type Change } from '../model/changes.ts'
import type { Box, DiagramObject, DiagramPage, Point } from '../model/document.ts'
import { boxFields, connectorsBetween, mapped, shifted, updated } from './place.ts'
import { settled } from './settle.ts'
import {
  canHold,
  changeableRoots,
  childrenOf,
  descendantsOf,
  inverse,
  isBox,
  isLocked,
  matrixTo,
  middleOf,
  objectOf,
} from './tree.ts'

/** Minimum size, px, so that it can still be grabbed. */
const LEAST_SIZE = 1

/**
 * Scales objects from one rectangle to another, in page coordinates. Rotated objects keep their angle; groups scale
 * their content; the content of a container resized alone stays. A negative width or height of `to` mirrors.
 */
export function resizeObjects(page: DiagramPage, ids: Iterable<string>, from: Rect, to: Rect): Change {
  const roots = changeableRoots(page, ids)
  const stretch: Stretch = {
    from,
    to,
    x: from.width > 0 ? to.width / from.width : 1,
    y: from.height > 0 ? to.height / from.height : 1,
  }
  const all = [...roots, ...connectorsBetween(page, roots).map(({ connector }) => connector.id)]
  const changes = all.flatMap(id => {
    const object = objectOf(page, id)
    return object
      ? stretched(page, object, matrixTo(page, id), stretch, roots.length === 1 ? 'stays' : 'stretches')
      : []
  })
  return settled(page, compose(...changes), all, groupsIn(page, roots))
}

/**
 * Sets position, size or angle of a boxed object in its parent's coordinates: for number fields and for handles that
 * rotate with their object.
 */
export function setBox(page: DiagramPage, id: string, box: Partial<Box>): Change {
  return setBoxes(page, new Map([[id, box]]))
}

/** As {@link setBox} for several, without locked objects and connectors. */
export function setBoxes(page: DiagramPage, boxes: ReadonlyMap<string, Partial<Box>>): Change {
  const changes = [...boxes].flatMap(([id, box]) => {
    const object = objectOf(page, id)
    if (!isBox(object) || isLocked(page, id)) return []
    const wanted: Box = { ...object, ...box }
    const size = { width: leastLength(wanted.width, object.width), height: leastLength(wanted.height, object.height) }
    const fields = boxFields(boxMatrix({ ...wanted, ...size }), size, Boolean(wanted.flipX), Boolean(wanted.flipY))
    return [...updated(page, object, fields), ...contentSteps(page, object, { ...object, ...fields }, 'stays')]
  })
  return settled(page, compose(...changes), boxes.keys(), groupsIn(page, boxes.keys()))
}

/** Groups at any depth: rotated content does not scale with them. */
function groupsIn(page: DiagramPage, ids: Iterable<string>): string[] {
  const roots = [...ids]
  return [...roots.flatMap(id => objectOf(page, id) ?? []), ...descendantsOf(page, roots)].flatMap(({ kind, id }) =>
    kind === 'group' ? [id] : [],
  )
}

/** Effect on a resized container's content: it scales, stays on the page, or stays relative to the corner. */
type Content = 'stretches' | 'stays' | 'follows'

/** A scaling from one corner to another; negative factors mirror. */
interface Stretch {
  from: Point
  to: Point
  x: number
  y: number
}

/**
 * Changes that scale an object with its content.
 * @param outer from its parent coordinates to those of the scaling
 * @param content for containers; a group's content always scales
 */
function stretched(
  page: DiagramPage,
  object: DiagramObject,
  outer: Matrix,
  { from, to, x, y }: Stretch,
  content: Content,
): Change[] {
  const map = (point: Point): Point => ({ x: to.x + (point.x - from.x) * x, y: to.y + (point.y - from.y) * y })
  const back = inverse(outer)
  if (!isBox(object))
    return updated(
      page,
      object,
      mapped(object, point => apply(back, map(apply(outer, point)))),
    )
  const own = multiply(outer, boxMatrix(object))
  const size = scaledSize(object, { x: Math.hypot(x * own.a, y * own.b), y: Math.hypot(x * own.c, y * own.d) })
  const mirror: Matrix = { ...IDENTITY, a: x < 0 ? -1 : 1, d: y < 0 ? -1 : 1 }
  const matrix = placedAt(multiply(mirror, own), size, map(apply(own, middleOf(object))))
  const fields = boxFields(
    multiply(back, matrix),
    size,
    Boolean(object.flipX) !== x < 0,
    Boolean(object.flipY) !== y < 0,
  )
  return [...updated(page, object, fields), ...contentSteps(page, object, { ...object, ...fields }, content)]
}

/** Changes of a resized object's content. */
function contentSteps(page: DiagramPage, before: BoxedObject, after: Box, content: Content): Change[] {
  if (!canHold(before) || (before.width === after.width && before.height === after.height)) return []
  const origin = { x: 0, y: 0 }
  const stretch: Stretch = {
    from: origin,
    to: origin,
    x: ratio(after.width, before.width),
    y: ratio(after.height, before.height),
  }
  const children = childrenOf(page, before.id)
  if (before.kind === 'group' || content === 'stretches')
    return children.flatMap(child => stretched(page, child, IDENTITY, stretch, 'stretches'))
  const by = content === 'stays' ? apply(multiply(inverse(boxMatrix(after)), boxMatrix(before)), origin) : origin
  return children.flatMap(child =>
    isLane(child) ? stretched(page, child, IDENTITY, stretch, 'follows') : updated(page, child, shifted(child, by)),
  )
}

function scaledSize({ width, height }: Size, factors: Point): Size {
  return { width: leastLength(width * factors.x, width), height: leastLength(height * factors.y, height) }
}

/** Clamps to the minimum, unless it was smaller before. */
function leastLength(wanted: number, before: number): number {
  return Math.max(wanted, Math.min(before, LEAST_SIZE))
}

/** A matrix whose box has its middle at a point. */
function placedAt(linear: Matrix, size: Size, middle: Point): Matrix {
  const { x, y } = apply({ ...linear, e: 0, f: 0 }, middleOf(size))
  return { ...linear, e: middle.x - x, f: middle.y - y }
}

function ratio(after: number, before: number): number {
  return before > 0 ? after / before : 1
}

/** Lanes fill their pool and grow with it. */
function isLane(object: { kind: string; shape?: string }): boolean {
  return object.kind === 'shape' && object.shape?.startsWith('swimlane.') === true
}
