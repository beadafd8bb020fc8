import type { Point } from '../model/document.ts'

/** Height of a reading row, px. */
const READING_ROW = 16

/** Comparator for reading order: rows from top to bottom, each from left to right. */
export function byReading(a: Point, b: Point): number {
  return Math.floor(a.y / READING_ROW) - Math.floor(b.y / READING_ROW) || a.x - b.x || a.y - b.y
}
