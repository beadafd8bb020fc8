/** What tests of the makers of changes share. */
import { expect } from 'vitest'
import { apply } from '../render/matrix.ts'
import { corners } from '../render/outline.ts'
import { applyChange, type Change } from './changes.ts'
import type { DiagramDocument, DiagramPage, Point } from './document.ts'
import { documentOf } from './test-documents.ts'
import { drawnPoints, isBox, matrixOf } from './tree.ts'
import { readDocument, writeDocument } from './validate.ts'

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

/** Where each object is seen: corners of boxes, ends and corners of connectors, in page coordinates. */
export function places(page: DiagramPage): Map<string, Point[]> {
  return new Map(Object.values(page.objects).filter(({ kind }) => kind !== 'group').map(object => [object.id, isBox(object)
    ? corners(0, 0, object.width, object.height).map(point => apply(matrixOf(page, object.id), point))
    : drawnPoints(page, object.id)]))
}

/** Both lists hold the same points, but for what rounding does. */
export function expectNear(actual: readonly Point[] | undefined, expected: readonly Point[] | undefined, tolerance = 0.02): void {
  expect(actual?.length).toBe(expected?.length)
  actual?.forEach((point, index) => {
    const other = expected?.[index]
    const far = Math.hypot(point.x - (other?.x ?? NaN), point.y - (other?.y ?? NaN))
    if (!(far <= tolerance)) expect({ actual, expected }).toBe(`at most ${tolerance} px apart`)
  })
}
