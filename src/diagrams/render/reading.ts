import type { Point } from '../model/document.ts'

/** What begins within so many px of height is read from left to right. */
const READING_ROW = 16

/** Order in which places of a page are read: rows from above to below, each from left to right. */
export function byReading(a: Point, b: Point): number {
  return Math.floor(a.y / READING_ROW) - Math.floor(b.y / READING_ROW) || a.x - b.x || a.y - b.y
}
