/** Moving, rotating and mirroring of objects, in page coordinates. Attached connectors follow; locked objects stay. */
import { apply, boxMatrix, IDENTITY, multiply } from '../model/geometry/matrix.ts'
import { compose, type Change } from '../model/changes.ts'
import type { DiagramObject, DiagramPage, Point } from '../model/document.ts'
import { boxFields, connectorsBetween, mapped, shifted, updated } from './place.ts'
import { settled } from './settle.ts'
import { changeableRoots, descendantsOf, inverse, isBox, matrixTo, objectOf, pageBounds } from './tree.ts'

export { reparent } from './reparent.ts'
export { resizeObjects, setBox } from './resize.ts'

/** Moves objects with their content. */
export function moveObjects(page: DiagramPage, ids: Iterable<string>, by: Point): Change {
  return moveEach(page, new Map(changeableRoots(page, ids).map(id => [id, by])))
}

/**
 * Moves each object by its own vector. Connectors between two with equal vectors move along with their corners.
 * @param ways by the ids of {@link changeableRoots}
 */
export function moveEach(page: DiagramPage, ways: ReadonlyMap<string, Point>): Change {
  const changes: Change[] = []
  const move = (object: DiagramObject, by: Point) =>
    changes.push(...updated(page, object, shifted(object, inParent(page, object.id, by))))
  for (const [id, by] of ways) {
    const object = objectOf(page, id)
    if (object && (by.x !== 0 || by.y !== 0)) move(object, by)
  }
  const between = connectorsBetween(page, ways.keys())
  for (const { connector, from, to } of between) {
    const [one, other] = [ways.get(from), ways.get(to)]
    if (one && other && one.x === other.x && one.y === other.y) move(connector, one)
  }
  return settled(page, compose(...changes), [...ways.keys(), ...between.map(({ connector }) => connector.id)])
}

/** A page vector in an object's parent coordinates. */
function inParent(page: DiagramPage, id: string, by: Point): Point {
  return objectOf(page, id)?.parent === null ? by : apply({ ...inverse(matrixTo(page, id)), e: 0, f: 0 }, by)
}

/** Rotates objects clockwise about a point. */
export function rotateObjects(page: DiagramPage, ids: Iterable<string>, degrees: number, about: Point): Change {
  const keepsCorners = degrees % 90 === 0
  return transformed(page, changeableRoots(page, ids), { rotation: degrees }, about, keepsCorners)
}

/** Mirrors objects together about the middle of their bounds: left to right for `x`, upside down for `y`. */
export function flipObjects(page: DiagramPage, ids: Iterable<string>, axis: 'x' | 'y'): Change {
  const roots = changeableRoots(page, ids)
  const bounds = pageBounds(page, roots)
  if (!bounds) return compose()
  const about = { x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 }
  const change = transformed(page, roots, axis === 'x' ? { flipX: true } : { flipY: true }, about, true)
  // Labels right of a line are left of it now.
  const within = [...descendantsOf(page, roots), ...roots.flatMap(id => objectOf(page, id) ?? [])]
  const labels = within.flatMap(object =>
    object.kind !== 'connector'
      ? []
      : updated(page, object, {
          labels: object.labels.map(label => ({ ...label, across: 0 - label.across })),
        }),
  )
  return compose(change, ...labels)
}

interface Turn {
  rotation?: number
  flipX?: boolean
  flipY?: boolean
}

/** @param keepsCorners false drops the corners of routes that would not be orthogonal any more */
function transformed(
  page: DiagramPage,
  roots: readonly string[],
  turn: Turn,
  about: Point,
  keepsCorners: boolean,
): Change {
  const map = multiply(boxMatrix({ ...about, width: 0, height: 0, ...turn }), { ...IDENTITY, e: -about.x, f: -about.y })
  const connectors = connectorsBetween(page, roots).map(({ connector }) => connector.id)
  const changes = [...roots, ...connectors].flatMap(id => {
    const object = objectOf(page, id)
    if (!object) return []
    const outer = matrixTo(page, id)
    const back = inverse(outer)
    if (isBox(object)) {
      const matrix = multiply(back, multiply(map, multiply(outer, boxMatrix(object))))
      return updated(
        page,
        object,
        boxFields(
          matrix,
          object,
          Boolean(object.flipX) !== Boolean(turn.flipX),
          Boolean(object.flipY) !== Boolean(turn.flipY),
        ),
      )
    }
    const fields = mapped(object, point => apply(back, apply(map, apply(outer, point))))
    return updated(page, object, keepsCorners || object.route !== 'orthogonal' ? fields : { ...fields, waypoints: [] })
  })
  return settled(page, compose(...changes), [...roots, ...connectors])
}
