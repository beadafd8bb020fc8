/** Text that is written upwards in its area. */
import { IDENTITY, type Matrix } from '../model/geometry/matrix.ts'
import type { TextBlock } from '../model/document.ts'
import type { Rect } from '../shapes/contract.ts'

/**
 * The area of a text as the text itself has it, and the way from there to the area's coordinates: for turned text a
 * quarter turn counterclockwise.
 */
export function textFrame(area: Rect, block: TextBlock | undefined): { area: Rect; matrix: Matrix } {
  if (!block?.turned) return { area, matrix: IDENTITY }
  return {
    area: { x: 0, y: 0, width: area.height, height: area.width },
    matrix: { a: 0, b: -1, c: 1, d: 0, e: area.x, f: area.y + area.height },
  }
}
