/** Changing parents of objects, which keep their position on the page. */
import { apply, boxMatrix, IDENTITY, multiply, type Matrix } from '../model/geometry/matrix.ts'
import { compose, type Change, type ObjectFields } from '../model/changes.ts'
import { LIMITS, type DiagramObject, type DiagramPage } from '../model/document.ts'
import { boxFields, mapped, updated } from './place.ts'
import { settled } from './settle.ts'
import {
  ancestorsOf,
  canHold,
  changeableRoots,
  childrenOf,
  descendantsOf,
  inDrawingOrder,
  inverse,
  isBox,
  matrixOf,
  matrixTo,
  objectOf,
  ordersFor,
} from './tree.ts'

/**
 * Moves objects into a group or container, or to the top of their layers: on top, in their order, at the same position
 * on the page. Excludes cycles and too deep nesting.
 */
export function reparent(page: DiagramPage, ids: Iterable<string>, parent: string | null): Change {
  const holder = parent === null ? null : objectOf(page, parent)
  if (holder !== null && !canHold(holder)) return compose()
  const roots = inDrawingOrder(page, changeableRoots(page, ids)).filter(
    id => canLieIn(page, id, parent) && objectOf(page, id)?.parent !== parent,
  )
  if (roots.length === 0) return compose()
  const steps = [
    ...placed(page, roots, parent, frameOf(page, parent), holder?.layer),
    ...onTop(page, roots, parent, holder?.layer),
  ]
  return settled(page, compose(...steps), roots, parent === null ? [] : [parent])
}

/** Whether a parent would cause neither a cycle nor too deep nesting. */
export function canLieIn(page: DiagramPage, id: string, parent: string | null, more = 0): boolean {
  if (parent === null) return more + heightOf(page, id) <= LIMITS.depth
  const holders = ancestorsOf(page, parent)
  return (
    parent !== id &&
    !holders.some(holder => holder.id === id) &&
    holders.length + 1 + more + heightOf(page, id) <= LIMITS.depth
  )
}

/** Levels below an object. */
function heightOf(page: DiagramPage, id: string): number {
  return Math.max(0, ...childrenOf(page, id).map(child => 1 + heightOf(page, child.id)))
}

/** A coordinate system. */
export interface Frame {
  /** To the page's coordinates. */
  matrix: Matrix
  /** Mirrored an odd number of times. */
  flipX: boolean
  flipY: boolean
}

/** Coordinates inside an object; the page's for null. */
export function frameOf(page: DiagramPage, id: string | null): Frame {
  if (id === null) return { matrix: IDENTITY, flipX: false, flipY: false }
  const within = [objectOf(page, id), ...ancestorsOf(page, id)].filter(isBox)
  const isOdd = (axis: 'flipX' | 'flipY') => within.filter(object => object[axis]).length % 2 === 1
  return { matrix: matrixOf(page, id), flipX: isOdd('flipX'), flipY: isOdd('flipY') }
}

/**
 * Changes of objects' parents, without orders.
 * @param layer for them and their content; default their own
 */
export function placed(
  page: DiagramPage,
  ids: readonly string[],
  parent: string | null,
  frame: Frame,
  layer: string | undefined,
): Change[] {
  const objects = ids.flatMap(id => objectOf(page, id) ?? [])
  const inner = layer === undefined ? [] : descendantsOf(page, ids).flatMap(object => updated(page, object, { layer }))
  return [
    ...objects.flatMap(object =>
      updated(page, object, { ...fieldsIn(page, object, frame), parent, layer: layer ?? object.layer }),
    ),
    ...inner,
  ]
}

/** Box fields of an unmoved object in other coordinates. */
export function fieldsIn(page: DiagramPage, object: DiagramObject, frame: Frame): ObjectFields {
  const move = multiply(inverse(frame.matrix), matrixTo(page, object.id))
  if (!isBox(object)) return mapped(object, point => apply(move, point))
  // Mirrored texts are turned back: their direction is preserved only when that stays the same in all.
  const { flipX, flipY } = frameOf(page, object.id)
  return boxFields(multiply(move, boxMatrix(object)), object, flipX !== frame.flipX, flipY !== frame.flipY)
}

/** Changes that move objects to the top of a parent. */
function onTop(page: DiagramPage, ids: readonly string[], parent: string | null, layer: string | undefined): Change[] {
  const objects = ids.flatMap(id => objectOf(page, id) ?? [])
  const chosen = new Set(ids)
  const steps: Change[] = []
  for (const one of new Set(objects.map(object => layer ?? object.layer))) {
    const coming = objects.filter(object => (layer ?? object.layer) === one)
    const there = childrenOf(page, parent).filter(object => object.layer === one && !chosen.has(object.id))
    steps.push(
      ...sorted(
        page,
        [...there, ...coming],
        coming.map(({ id }) => id),
      ),
    )
  }
  return steps
}

/** Changes that bring siblings into a sequence; see {@link ordersFor}. */
export function sorted(
  page: DiagramPage,
  sequence: readonly Pick<DiagramObject, 'id' | 'order'>[],
  moved: Iterable<string>,
): Change[] {
  return [...ordersFor(sequence, new Set(moved))].map(([id, order]) => ({
    type: 'update-object',
    pageId: page.id,
    id,
    fields: { order },
  }))
}
