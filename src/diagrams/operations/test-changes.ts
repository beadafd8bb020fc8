/** Shared helpers of the tests of the makers of changes. */
import { expect } from 'vitest'
import { apply } from '../model/geometry/matrix.ts'
import { corners } from '../model/geometry/outline.ts'
import { applyChange, type Change } from '../model/changes.ts'
import type { DiagramDocument, DiagramPage, Point } from '../model/document.ts'
import { documentOf } from '../model/test-documents.ts'
import { drawnPoints, isBox, matrixOf } from './tree.ts'
import { readDocument, writeDocument } from '../model/validate.ts'

/** Applies a change to a page, having seen that it leads back and that what comes out can be stored. */
export function after(page: DiagramPage, change: Change): DiagramPage {
  return documentAfter(documentOf(page), change).pages[0] ?? page
}

/** As {@link after}, for a whole document. */
export function documentAfter(document: DiagramDocument, change: Change): DiagramDocument {
  const changed = applyChange(document, change)
  expect(applyChange(changed.document, changed.inverse).document).toStrictEqual(document)
  // JSON drops what is undefined; nothing of it must be in there.
  expect(readDocument(writeDocument(changed.document))).toStrictEqual(changed.document)
  return changed.document
}

/** Position of each object: corners of boxes, ends and corners of connectors, in page coordinates. */
export function places(page: DiagramPage): Map<string, Point[]> {
  return new Map(
    Object.values(page.objects)
      .filter(({ kind }) => kind !== 'group')
      .map(object => [
        object.id,
        isBox(object)
          ? corners(0, 0, object.width, object.height).map(point => apply(matrixOf(page, object.id), point))
          : drawnPoints(page, object.id),
      ]),
  )
}

/** The greatest distance between points of two lists, px; infinite when they are not as many. */
export function farthest(some: readonly Point[] = [], others: readonly Point[] = []): number {
  if (some.length !== others.length) return Infinity
  return Math.max(
    0,
    ...some.map(({ x, y }, index) => Math.hypot(x - (others[index]?.x ?? NaN), y - (others[index]?.y ?? NaN))),
  )
}

/** Tolerance for rounding of positions, px. */
export const NEAR = 0.02

/** Boxes that are not where `map` puts their former position; those not among `moved` must not have moved. */
export function misplaced(
  before: DiagramPage,
  now: DiagramPage,
  moved: ReadonlySet<string> = new Set(),
  map: (point: Point) => Point = point => point,
): string[] {
  const [old, fresh] = [places(before), places(now)]
  return [...old].flatMap(([id, points]) => {
    if (!isBox(before.objects[id]) || !now.objects[id]) return []
    return farthest(fresh.get(id), moved.has(id) ? points.map(map) : points) < NEAR ? [] : [id]
  })
}
